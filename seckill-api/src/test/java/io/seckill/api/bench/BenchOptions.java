package io.seckill.api.bench;

import java.nio.file.Path;
import java.util.Set;

/**
 * What is measured, and how long.
 *
 * @param quick a rough run of about two minutes
 * @param designs whether the designs of articles are compared too
 * @param out where the results go
 * @param parts the parts to run
 */
record BenchOptions(boolean quick, boolean designs, Path out, Set<String> parts) {

    static final Set<String> ALL = Set.of("rounds", "open-loop", "fsync", "articles-test", "drain", "growth");

    /** Without the million orders and the articles' test: they take minutes. */
    static final Set<String> QUICK = Set.of("rounds", "open-loop", "fsync", "drain");

    static BenchOptions parse(String[] args) {
        boolean quick = false;
        Boolean designs = null;
        Path out = Path.of("target", "bench");
        Set<String> parts = null;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--quick" -> quick = true;
                case "--designs" -> designs = true;
                case "--no-designs" -> designs = false;
                case "--out" -> out = Path.of(value(args, ++i));
                case "--only" -> parts = Set.of(value(args, ++i).split(","));
                default -> throw new IllegalArgumentException("'" + args[i] + "' is not known");
            }
        }
        boolean whole = !quick && parts == null;
        if (parts == null) {
            parts = quick ? QUICK : ALL;
        } else if (!ALL.containsAll(parts)) {
            throw new IllegalArgumentException("--only knows " + ALL);
        }
        return new BenchOptions(quick, designs == null ? whole : designs, out.toAbsolutePath(), parts);
    }

    private static String value(String[] args, int at) {
        if (at >= args.length) {
            throw new IllegalArgumentException(args[at - 1] + " needs a value");
        }
        return args[at];
    }

    boolean runs(String part) {
        return parts.contains(part);
    }

    int rounds() {
        return quick ? 3 : 9;
    }

    /** Requests of one kind in one round: four kinds with tokens of their own must fit into the API's memory of tokens. */
    int requests() {
        return quick ? 6_000 : 10_000;
    }

    int warmUpSeconds() {
        return quick ? 60 : 200;
    }

    int openLoopRounds() {
        return quick ? 3 : 7;
    }

    int openLoopSeconds() {
        return quick ? 3 : 8;
    }

    int drained() {
        return quick ? 50_000 : 200_000;
    }
}
