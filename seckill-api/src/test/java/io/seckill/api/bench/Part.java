package io.seckill.api.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one part of the benchmark found out: figures by name, in the order in which they are to be read. */
final class Part {

    private final String name;
    private final Map<String, Object> figures = new LinkedHashMap<>();

    Part(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Notes a figure and says it. */
    Part put(String figure, Object value) {
        Object kept = value instanceof Double number ? rounded(number) : value;
        figures.put(figure, kept);
        System.out.printf("  %s: %s%n", figure, kept);
        return this;
    }

    Map<String, Object> figures() {
        return figures;
    }

    /** Three digits that mean something. */
    private static Object rounded(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return null;
        }
        double size = Math.abs(number);
        double unit = size >= 100 ? 1 : size >= 10 ? 10 : size >= 1 ? 100 : 1000;
        double kept = Math.round(number * unit) / unit;
        return unit == 1 ? (Object) (long) kept : (Object) kept;
    }
}
