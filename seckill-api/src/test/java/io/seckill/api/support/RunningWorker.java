package io.seckill.api.support;

import io.seckill.service.SeckillApplication;
import io.seckill.service.WorkerApplication;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;

/** A process of the consumer in this JVM. */
public final class RunningWorker implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private RunningWorker(ConfigurableApplicationContext context) {
        this.context = context;
    }

    public static RunningWorker start() {
        Map<String, String> properties = new LinkedHashMap<>(TestStores.properties());
        properties.put("server.port", "0");
        String[] arguments = properties.entrySet().stream()
                .map(property -> "--" + property.getKey() + "=" + property.getValue())
                .toArray(String[]::new);
        return new RunningWorker(
                SeckillApplication.of(WorkerApplication.class, "worker").run(arguments));
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }
}
