package io.seckill.service.monitor;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The units that open dead letters hold. They are read from the messages, not from the claims they are held against. */
final class DeadUnits {

    /** What grab.lua pushes: version, order id, time, activity, user, quantity, seq, epoch. */
    private static final Pattern MESSAGE =
            Pattern.compile("\\d+\\|(\\d{1,19})\\|\\d+\\|\\d+\\|\\d+\\|(\\d{1,9})\\|\\d+\\|\\d+");

    private DeadUnits() {}

    /** {@return units by order id; letters that cannot be read, and those whose order is stored, are left out} */
    static Map<Long, Long> byOrder(List<MonitorMapper.OpenLetter> letters) {
        Map<Long, Long> units = new HashMap<>();
        for (MonitorMapper.OpenLetter letter : letters) {
            Long order = letter.orderId();
            Matcher message = MESSAGE.matcher(new String(letter.raw(), StandardCharsets.ISO_8859_1));
            if (order != null
                    && !letter.stored()
                    && message.matches()
                    && message.group(1).equals(order.toString())) {
                units.put(order, Long.parseLong(message.group(2)));
            }
        }
        return units;
    }
}
