package io.seckill.api.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws the figures as bars, in SVG that needs nothing but a browser. */
final class Chart {

    private static final int WIDTH = 760;
    private static final int LABEL = 190;
    private static final int BAR = 18;
    private static final int GAP = 8;
    private static final int HEAD = 40;
    private static final int MARGIN = 24;

    private final StringBuilder svg = new StringBuilder();
    private int y = MARGIN;

    private Chart() {}

    static String of(List<Part> parts, boolean rough) {
        Chart chart = new Chart();
        for (Part part : parts) {
            if (part.name().equals("rounds")) {
                chart.bars(
                        "Processor time of a call, API + Redis, µs",
                        sum(part.figures(), ": api CPU us", ": redis CPU us"));
            } else if (part.name().equals("designs")) {
                chart.bars("Orders per second, by design", ending(part.figures(), ": orders per second"));
            } else if (part.name().equals("open-loop")) {
                chart.bars("p99 of an order at a share of the maximum, ms", ending(part.figures(), ": p99 ms"));
            }
        }
        String note = rough
                ? "<text class=\"t\" x=\"" + MARGIN + "\" y=\"" + (chart.y + 12) + "\">a quick run: rough</text>"
                : "";
        int height = chart.y + MARGIN;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + WIDTH + "\" height=\"" + height
                + "\" viewBox=\"0 0 " + WIDTH + " " + height
                + "\" role=\"img\" aria-label=\"Results of the benchmark\">\n"
                + "<style>.t{font:13px system-ui,sans-serif;fill:#1f2933}.h{font:600 15px system-ui,sans-serif;fill:#1f2933}"
                + ".b{fill:#2b6cb0}.o{fill:#c53030}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
                + chart.svg + note + "</svg>\n";
    }

    private static Map<String, Double> sum(Map<String, Object> figures, String one, String other) {
        Map<String, Double> bars = ending(figures, one);
        bars.replaceAll((name, value) -> value + number(figures.get(name + other)));
        return bars;
    }

    private static Map<String, Double> ending(Map<String, Object> figures, String ending) {
        Map<String, Double> bars = new LinkedHashMap<>();
        figures.forEach((name, value) -> {
            if (name.endsWith(ending)) {
                bars.put(name.substring(0, name.length() - ending.length()), number(value));
            }
        });
        return bars;
    }

    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    private void bars(String title, Map<String, Double> values) {
        double most =
                values.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
        text("h", MARGIN, y + 14, title);
        y += HEAD - GAP;
        List<Map.Entry<String, Double>> sorted = new ArrayList<>(values.entrySet());
        sorted.sort(Map.Entry.comparingByValue());
        for (Map.Entry<String, Double> value : sorted) {
            double length = Math.max(1, value.getValue() / most * (WIDTH - LABEL - 2 * MARGIN - 70));
            text("t", MARGIN, y + 13, value.getKey());
            boolean ours = value.getKey().startsWith("accept") || value.getKey().equals("this product");
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                    ours ? "o" : "b",
                    MARGIN + LABEL,
                    y,
                    length,
                    BAR));
            text("t", (int) (MARGIN + LABEL + length + 6), y + 13, plain(value.getValue()));
            y += BAR + GAP;
        }
        y += MARGIN;
    }

    private void text(String type, int x, int at, String text) {
        svg.append("<text class=\"")
                .append(type)
                .append("\" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(at)
                .append("\">");
        svg.append(text.replace("&", "&amp;").replace("<", "&lt;")).append("</text>\n");
    }

    private static String plain(double value) {
        return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
