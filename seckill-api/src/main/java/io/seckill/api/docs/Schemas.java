package io.seckill.api.docs;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Schemas of the records that answers are made of. What is {@code @Nullable} may be left out, all else is required; a
 * string that is called an id is one.
 */
final class Schemas {

    /** An id: a positive 64-bit decimal. */
    static final String ID = "[1-9][0-9]{0,18}";

    private static final String REFERENCE = "#/components/schemas/";

    private final Map<String, Schema<?>> components = new TreeMap<>();

    /** {@return the schemas met so far, by name} */
    Map<String, Schema<?>> components() {
        return components;
    }

    /**
     * A reference to the schema of a record.
     *
     * @param type the record
     * @return the reference; the schema itself is among the components from now on
     */
    Schema<?> of(Class<?> type) {
        String name = type.getSimpleName().replaceAll("(Answer|Report)$", "");
        if (!components.containsKey(name)) {
            Schema<?> schema = new ObjectSchema();
            components.put(name, schema);
            for (RecordComponent component : type.getRecordComponents()) {
                schema.addProperty(component.getName(), property(component.getName(), component.getGenericType()));
                if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    schema.addRequiredItem(component.getName());
                }
            }
        }
        return new Schema<>().$ref(REFERENCE + name);
    }

    private Schema<?> property(String name, Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return new ArraySchema().items(property(name, list.getActualTypeArguments()[0]));
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class || plain == long.class && isId(name)) {
            return isId(name) ? new StringSchema().pattern(ID) : new StringSchema();
        }
        if (plain == Instant.class) {
            return new StringSchema().format("date-time");
        }
        if (plain.isEnum()) {
            StringSchema names = new StringSchema();
            Arrays.stream(plain.getEnumConstants()).map(Object::toString).forEach(names::addEnumItem);
            return names;
        }
        if (plain == int.class || plain == long.class || plain == Long.class) {
            return new IntegerSchema().format(plain == int.class ? "int32" : "int64");
        }
        if (plain.isRecord()) {
            return of(plain);
        }
        throw new IllegalStateException("no schema is known for " + name + " of type " + type);
    }

    private static boolean isId(String name) {
        return name.equals("id") || name.equals("orderId") || name.equals("activityId");
    }
}
