package io.seckill.admin.web;

import io.seckill.common.CanonicalId;
import io.seckill.common.SeckillException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the ids that come with a request. */
public final class RequestId {

    private RequestId() {}

    /**
     * Reads one id.
     *
     * @param field its name, as the client knows it
     * @param text what the client sent
     * @return the id
     * @throws SeckillException INVALID_ARGUMENT if it is not in its one canonical form
     */
    public static long read(String field, @Nullable String text) {
        return CanonicalId.parse(text).orElseThrow(() -> SeckillException.invalid(field, "id"));
    }

    /**
     * Reads an id from a parameter that must be there exactly once.
     *
     * @param field the parameter's name
     * @param parameters the request's parameters
     * @return the id
     * @throws SeckillException INVALID_ARGUMENT if it is missing, repeated or not in its one canonical form
     */
    public static long single(String field, Map<String, String[]> parameters) {
        String[] values = parameters.get(field);
        if (values == null) {
            throw SeckillException.invalid(field, "required");
        }
        if (values.length > 1) {
            throw SeckillException.invalid(field, "repeated");
        }
        return read(field, values[0]);
    }
}
