package io.seckill.service.pulse;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A pulse as Redis holds it. While versions of this program run side by side, what one of them does not know of the
 * other it leaves out.
 *
 * @param node the process
 * @param process what it is
 * @param sales by activity
 * @param worker what it stored
 */
record PulseJson(String node, String process, Map<Long, SaleJson> sales, Pulse.@Nullable WorkerCount worker) {

    private static final Logger log = LoggerFactory.getLogger(PulseJson.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    record SaleJson(Map<String, Long> answers, long[] latencies) {}

    static String write(Pulse pulse) {
        Map<Long, SaleJson> sales = new LinkedHashMap<>();
        pulse.sales().forEach((id, count) -> {
            Map<String, Long> answers = new LinkedHashMap<>();
            count.answers().forEach((answer, times) -> answers.put(answer.name(), times));
            sales.put(id, new SaleJson(answers, count.latencies().sparse()));
        });
        return JSON.writeValueAsString(new PulseJson(pulse.node(), pulse.process(), sales, pulse.worker()));
    }

    /** Reads one; empty if it is not one of ours. */
    static Optional<Pulse> read(long at, String text) {
        try {
            return Optional.of(JSON.readValue(text, PulseJson.class).pulse(at));
        } catch (JacksonException | NullPointerException e) {
            log.debug("[service] a pulse that cannot be read: {}", text, e);
            return Optional.empty();
        }
    }

    private Pulse pulse(long at) {
        Map<Long, Pulse.SaleCount> counts = new HashMap<>();
        sales.forEach((id, sale) ->
                counts.put(id, new Pulse.SaleCount(known(sale.answers()), Latencies.ofSparse(sale.latencies()))));
        return new Pulse(at, node, process, counts, worker);
    }

    private static Map<Answer, Long> known(Map<String, Long> answers) {
        Map<Answer, Long> known = new EnumMap<>(Answer.class);
        for (Answer answer : Answer.values()) {
            Long times = answers.get(answer.name());
            if (times != null) {
                known.put(answer, times);
            }
        }
        return known;
    }
}
