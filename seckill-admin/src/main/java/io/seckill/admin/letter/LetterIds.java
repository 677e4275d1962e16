package io.seckill.admin.letter;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the ids of messages. */
final class LetterIds {

    /** What a message's id can be; the column knows no other letters. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");

    private LetterIds() {}

    /**
     * @throws SeckillException NOT_FOUND if it cannot be any message's
     */
    static String known(String id) {
        if (!ID.matcher(id).matches()) {
            throw notFound();
        }
        return id;
    }

    /** The ticked ones of a list, each once. */
    static List<String> ticked(HttpServletRequest request) {
        String[] ids = request.getParameterValues("id");
        return ids == null
                ? List.of()
                : Stream.of(ids).map(LetterIds::known).distinct().toList();
    }

    static SeckillException notFound() {
        return new SeckillException(ErrorCode.NOT_FOUND, "no such dead letter");
    }
}
