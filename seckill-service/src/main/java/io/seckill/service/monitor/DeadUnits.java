package io.seckill.service.monitor;

import io.seckill.queue.WireFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The units that open dead letters hold. They are read from the messages, not from the claims they are held against. */
final class DeadUnits {

    /** The body that grab.lua writes: activity, user, quantity, seq, epoch. */
    private static final Pattern BODY = Pattern.compile("\\d+\\|\\d+\\|(\\d{1,9})\\|\\d+\\|\\d+");

    private DeadUnits() {}

    /** {@return units by order id; letters that cannot be read, and those whose order is stored, are left out} */
    static Map<Long, Long> byOrder(List<MonitorMapper.OpenLetter> letters) {
        Map<Long, Long> units = new HashMap<>();
        for (MonitorMapper.OpenLetter letter : letters) {
            Long order = letter.orderId();
            if (order != null
                    && !letter.persisted()
                    && WireFormat.parse(letter.raw()) instanceof WireFormat.Message m) {
                Matcher body = BODY.matcher(m.body());
                if (body.matches()) {
                    units.put(order, Long.parseLong(body.group(1)));
                }
            }
        }
        return units;
    }
}
