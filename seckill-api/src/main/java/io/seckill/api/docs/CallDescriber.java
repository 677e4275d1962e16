package io.seckill.api.docs;

import io.seckill.api.identity.UserId;
import io.seckill.api.limit.RateLimit;
import io.seckill.api.web.ApiCall;
import io.seckill.api.web.PathId;
import io.seckill.common.ErrorCode;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.method.HandlerMethod;

/**
 * Describes a call by its method: what it takes by its arguments, what it may answer by {@link ApiCall} and by what every
 * call of its kind goes through.
 */
final class CallDescriber implements OperationCustomizer {

    static final String BUYER = "buyer";
    static final String PRETENDED_BUYER = "pretendedBuyer";

    private static final String NOBODY =
            "UNAUTHENTICATED: it is not said, or not proved, who is buying. To try it here,"
                    + " press *Authorize*: a `userId` in development, a token elsewhere.";

    private static final String JSON = "application/json";

    private final Schemas schemas;
    private final Examples examples;

    CallDescriber(Schemas schemas, Examples examples) {
        this.schemas = schemas;
        this.examples = examples;
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        ApiCall call = method.getMethodAnnotation(ApiCall.class);
        if (call == null) {
            throw new IllegalStateException(method + " does not say what it answers: it needs @ApiCall");
        }
        boolean post = method.hasMethodAnnotation(PostMapping.class);
        boolean identified = has(method, UserId.class);
        Operation described = operation
                .operationId(method.getMethod().getName())
                .summary(call.value())
                .description(call.details().isEmpty() ? null : call.details())
                .tags(List.of(tag(method)))
                .parameters(parameters(method, call))
                .requestBody(body(call))
                .responses(responses(call, identified, codes(method, call, post, identified)));
        return identified
                ? described.security(List.of(
                        new SecurityRequirement().addList(BUYER), new SecurityRequirement().addList(PRETENDED_BUYER)))
                : described;
    }

    /** The package, which is the feature. */
    private static String tag(HandlerMethod method) {
        String name = method.getBeanType().getPackageName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static List<Parameter> parameters(HandlerMethod method, ApiCall call) {
        List<Parameter> parameters = new ArrayList<>();
        for (MethodParameter argument : method.getMethodParameters()) {
            PathId path = argument.getParameterAnnotation(PathId.class);
            Class<?> type = argument.getParameterType();
            if (path != null) {
                parameters.add(DocumentedParameters.of("path", path.value()));
            } else if (type.isRecord() && type.getSimpleName().endsWith("Query")) {
                for (RecordComponent component : type.getRecordComponents()) {
                    parameters.add(DocumentedParameters.of("query", component.getName()));
                }
            }
        }
        Arrays.stream(call.headers())
                .map(name -> DocumentedParameters.of("header", name))
                .forEach(parameters::add);
        return parameters;
    }

    private @Nullable RequestBody body(ApiCall call) {
        if (call.body() == Void.class) {
            return null;
        }
        MediaType json = new MediaType().schema(schemas.of(call.body())).example(examples.of(call.body()));
        return new RequestBody().required(true).content(new Content().addMediaType(JSON, json));
    }

    private static Set<ErrorCode> codes(HandlerMethod method, ApiCall call, boolean post, boolean identified) {
        Set<ErrorCode> codes =
                EnumSet.of(ErrorCode.OK, ErrorCode.INVALID_ARGUMENT, ErrorCode.INTERNAL_ERROR, ErrorCode.SYSTEM_BUSY);
        codes.addAll(List.of(call.answers()));
        if (post) {
            codes.addAll(
                    EnumSet.of(ErrorCode.FORBIDDEN, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.UNSUPPORTED_MEDIA_TYPE));
        }
        if (identified) {
            codes.add(ErrorCode.UNAUTHENTICATED);
        }
        if (method.hasMethodAnnotation(RateLimit.class) || !post) {
            codes.add(ErrorCode.RATE_LIMITED);
        }
        return codes;
    }

    private ApiResponses responses(ApiCall call, boolean identified, Set<ErrorCode> codes) {
        Map<Integer, List<ErrorCode>> byStatus = new TreeMap<>();
        for (ErrorCode code : codes) {
            int status = code == ErrorCode.OK ? call.okStatus() : code.httpStatus();
            byStatus.computeIfAbsent(status, s -> new ArrayList<>()).add(code);
        }
        ApiResponses responses = new ApiResponses();
        byStatus.forEach((status, its) -> responses.addApiResponse(
                Integer.toString(status), response(call, its).description(description(its, identified))));
        return responses;
    }

    private ApiResponse response(ApiCall call, List<ErrorCode> codes) {
        MediaType json = new MediaType().schema(envelope(call, codes));
        for (ErrorCode code : codes) {
            boolean accepted = code == ErrorCode.OK && call.okStatus() == 202;
            Object value = accepted ? examples.accepted() : examples.of(code, call.data());
            json.addExamples(
                    code.name(), new Example().summary(examples.meaning(code)).value(value));
        }
        ApiResponse response = new ApiResponse().content(new Content().addMediaType(JSON, json));
        if (codes.contains(ErrorCode.RATE_LIMITED) || codes.contains(ErrorCode.SYSTEM_BUSY)) {
            response.addHeaderObject(
                    "Retry-After",
                    new Header().description("When to come back, in seconds.").schema(new IntegerSchema()));
        }
        return response;
    }

    private static String description(List<ErrorCode> codes, boolean identified) {
        return identified && codes.contains(ErrorCode.UNAUTHENTICATED)
                ? NOBODY
                : String.join(" · ", codes.stream().map(Enum::name).toList());
    }

    private Schema<?> envelope(ApiCall call, List<ErrorCode> codes) {
        StringSchema code = new StringSchema();
        codes.forEach(one -> code.addEnumItem(one.name()));
        boolean carriesData = codes.stream().anyMatch(CallDescriber::carriesWhatWasFound);
        Schema<?> data = carriesData ? schemas.of(call.data()) : anything();
        return new ObjectSchema()
                .addProperty("code", code)
                .addProperty("message", new StringSchema())
                .addProperty("data", codes.size() == 1 || !carriesData || only(codes) ? data : anything(data))
                .required(List.of("code", "message", "data"));
    }

    private static boolean carriesWhatWasFound(ErrorCode code) {
        return switch (code) {
            case OK, CONFIRMING, DUPLICATE_ORDER, INVALID_STATE -> true;
            default -> false;
        };
    }

    private static boolean only(List<ErrorCode> codes) {
        return codes.stream().allMatch(CallDescriber::carriesWhatWasFound);
    }

    /** Details of a refusal, or null. */
    private static Schema<?> anything(Schema<?>... orThis) {
        Schema<?> details = new Schema<>().description("Details of the refusal, or null.");
        return orThis.length == 0 ? details : new Schema<>().anyOf(List.of(orThis[0], details));
    }

    private static boolean has(HandlerMethod method, Class<?> argument) {
        return Arrays.stream(method.getMethodParameters()).anyMatch(p -> p.getParameterType() == argument);
    }
}
