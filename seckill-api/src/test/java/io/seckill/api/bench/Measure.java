package io.seckill.api.bench;

import java.util.List;
import java.util.function.Supplier;

/** Runs a load and reads off what it cost each server. */
final class Measure {

    private static final double MICROS = 1e6;

    private final long api;
    private final long redis;
    private final long mysql;
    private final int port;

    /**
     * One measurement.
     *
     * @param load what the load generator saw
     * @param api processor time of the API, microseconds a request
     * @param redis the same of Redis
     * @param mysql the same of the database
     * @param allocated bytes that the API allocated, a request
     */
    record Sample(Load.Result load, double api, double redis, double mysql, double allocated) {

        double server() {
            return api + redis + mysql;
        }
    }

    Measure(Plant plant, JavaProcess api) {
        this.api = api.pid();
        this.redis = plant.redisServer.pid();
        this.mysql = plant.mysqlServer.pid();
        this.port = plant.apiPort();
    }

    Sample of(Supplier<Load.Result> load) {
        long allocatedBefore = Allocation.bytes(port);
        double apiBefore = Cpu.seconds(api);
        double redisBefore = Cpu.seconds(redis);
        double mysqlBefore = Cpu.seconds(mysql);
        Load.Result result = load.get();
        int n = result.answered();
        double apiCost = (Cpu.seconds(api) - apiBefore) * MICROS / n;
        double redisCost = (Cpu.seconds(redis) - redisBefore) * MICROS / n;
        double mysqlCost = (Cpu.seconds(mysql) - mysqlBefore) * MICROS / n;
        double allocated = (double) (Allocation.bytes(port) - allocatedBefore) / n;
        return new Sample(result, apiCost, redisCost, mysqlCost, allocated);
    }

    /** Fails unless every answer was of the kind that the measurement is about. */
    static Sample only(String outcome, Sample sample) {
        if (sample.load().count(outcome) != sample.load().answered()) {
            throw new IllegalStateException(
                    "not all answers were " + outcome + ": " + sample.load().outcomes());
        }
        return sample;
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
