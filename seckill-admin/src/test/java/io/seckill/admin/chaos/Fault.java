package io.seckill.admin.chaos;

import io.lettuce.core.api.sync.RedisScriptingCommands;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.RedisServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A way to hurt a running shop. Each comes to an end by itself; what it broke is whole again then, or on the way. */
enum Fault {
    API_KILLED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            killAndStart(fleet, any(fleet.apis(), random), random);
        }
    },
    WORKER_KILLED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            killAndStart(fleet, any(fleet.workers(), random), random);
        }
    },
    WORKER_KILLED_WITHOUT_MYSQL {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            readOnly(fleet, "ON");
            pause(fleet, 500 + random.nextInt(1_000));
            JvmProcess worker = any(fleet.workers(), random);
            worker.kill9();
            readOnly(fleet, "OFF");
            worker.start();
        }
    },
    WORKER_STOPPED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            JvmProcess worker = any(fleet.workers(), random);
            worker.terminate();
            worker.start();
        }
    },
    ADMIN_KILLED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            killAndStart(fleet, any(fleet.admins(), random), random);
        }
    },
    API_FROZEN {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            freeze(fleet, any(fleet.apis(), random), random, 4_000);
        }
    },
    WORKER_FROZEN {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            // At times longer than its lease.
            freeze(fleet, any(fleet.workers(), random), random, 9_000);
        }
    },
    REDIS_KILLED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            // With everysec a kill may take what was put off while an earlier write was being flushed.
            long killed = kill(fleet.redis());
            pause(fleet, random.nextInt(1_500));
            fleet.redis().restart();
            history.mayBeLost(acceptedAround(killed, history));
        }
    },
    REDIS_CUT {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            long killed = kill(fleet.redis());
            history.mayBeLost(cutTail(fleet.redis(), random));
            fleet.redis().restart();
            history.mayBeLost(acceptedAround(killed, history));
        }
    },
    REPLICA_PROMOTED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            long since = System.currentTimeMillis();
            fleet.failOver(Duration.ofMillis(500 + random.nextInt(2_000)));
            history.mayBeLost(acceptedBetween(since, System.currentTimeMillis() + ANSWER_MS, history));
        }
    },
    CLOCK_SKEWED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            List<JvmProcess> all = Stream.of(fleet.apis(), fleet.workers(), fleet.admins())
                    .flatMap(List::stream)
                    .toList();
            JvmProcess process = any(all, random);
            fleet.setClock(process, Duration.ofMinutes(random.nextInt(240) - 120L));
            pause(fleet, 2_000 + random.nextInt(6_000));
            fleet.setClock(process, Duration.ZERO);
        }
    },
    REDIS_FROZEN {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            fleet.redis().pause();
            pause(fleet, 300 + random.nextInt(4_000));
            fleet.redis().resume();
        }
    },
    SCRIPTS_FORGOTTEN {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            fleet.onRedis(RedisScriptingCommands::scriptFlush);
        }
    },
    MYSQL_KILLED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            fleet.mysql().kill9();
            pause(fleet, random.nextInt(3_000));
            fleet.mysql().restart();
        }
    },
    MYSQL_FROZEN {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            fleet.mysql().pause();
            pause(fleet, 300 + random.nextInt(7_000));
            fleet.mysql().resume();
        }
    },
    MYSQL_SLOW {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            List<FaultProxy> wires = fleet.wires(TO_MYSQL);
            wires.forEach(wire -> wire.delay(Duration.ofMillis(300)));
            pause(fleet, 4_000 + random.nextInt(8_000));
            wires.forEach(FaultProxy::pass);
        }
    },
    MYSQL_READ_ONLY {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            readOnly(fleet, "ON");
            pause(fleet, 300 + random.nextInt(4_000));
            readOnly(fleet, "OFF");
        }
    },
    ORDER_UNHEARD {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            // No other call of an API has the key of the retries.
            unheard(any(fleet.wires(API_TO_REDIS), random), ":retry");
        }
    },
    COMMIT_UNHEARD {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            unheard(any(fleet.wires(WORKER_TO_MYSQL), random), "COMMIT");
        }
    },
    REPLIES_DROPPED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            wire(fleet, random, FaultProxy::dropReplies);
        }
    },
    REPLIES_RESET {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            wire(fleet, random, FaultProxy::resetReplies);
        }
    },
    BLACKHOLE {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            wire(fleet, random, FaultProxy::blackhole);
        }
    },
    CUT {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            wire(fleet, random, FaultProxy::cut);
        }
    },
    DELAYED {
        @Override
        void inflict(Fleet fleet, Random random, History history) {
            wire(fleet, random, proxy -> proxy.delay(Duration.ofMillis(50 + random.nextInt(400))));
        }
    };

    private static final Pattern TO_MYSQL = Pattern.compile(".* to mysql");
    private static final Pattern API_TO_REDIS = Pattern.compile("api.* to redis");
    private static final Pattern WORKER_TO_MYSQL = Pattern.compile("worker.* to mysql");
    private static final long LONGEST_WITHOUT_A_CALL_MS = 3_000;
    private static final int LEAST_CUT = 200;
    private static final int MOST_CUT = 30_000;
    private static final int LONGEST_SCRIPT = 256_000;
    private static final long LATELY_MS = 3_000;
    private static final long ANSWER_MS = 500;

    /** Order ids as claims and messages carry them. */
    private static final Pattern ORDER_ID = Pattern.compile("(?<![0-9])([0-9]{17,19})\\|");

    /** Hurts, and heals what it hurt. */
    abstract void inflict(Fleet fleet, Random random, History history);

    private static void killAndStart(Fleet fleet, JvmProcess process, Random random) {
        process.kill9();
        pause(fleet, random.nextInt(2_000));
        process.start();
    }

    private static void freeze(Fleet fleet, JvmProcess process, Random random, int mostMs) {
        process.pause();
        pause(fleet, 300 + random.nextInt(mostMs));
        process.resume();
    }

    private static void wire(Fleet fleet, Random random, java.util.function.Consumer<FaultProxy> hurt) {
        FaultProxy proxy = any(fleet.wires(), random);
        hurt.accept(proxy);
        pause(fleet, 300 + random.nextInt(4_000));
        proxy.pass();
    }

    /** Resets a wire's connections when the store has done such a call and the answer is on its way. */
    private static void unheard(FaultProxy wire, String call) {
        CountDownLatch done = new CountDownLatch(1);
        wire.onceAfter(
                () -> {
                    wire.resetConnections();
                    done.countDown();
                },
                call);
        try {
            done.await(LONGEST_WITHOUT_A_CALL_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void readOnly(Fleet fleet, String value) {
        try (Connection admin = fleet.mysql().connectAsAdmin();
                Statement statement = admin.createStatement()) {
            statement.execute("SET GLOBAL read_only = " + value);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long kill(RedisServer redis) {
        redis.kill9();
        return System.currentTimeMillis();
    }

    /** Until a moment after the kill: an answer may still be on its way to the buyer. */
    private static Set<Long> acceptedAround(long killed, History history) {
        return acceptedBetween(killed - LATELY_MS, killed + ANSWER_MS, history);
    }

    private static Set<Long> acceptedBetween(long from, long to, History history) {
        Set<Long> ids = new HashSet<>();
        history.events().stream()
                .filter(event -> event.deed() == History.Deed.GRAB && event.orderId() != 0)
                .filter(event -> event.atMillis() >= from && event.atMillis() <= to)
                .forEach(event -> ids.add(event.orderId()));
        return ids;
    }

    /** Cuts the end off the append-only file, at any byte, and returns whose orders were in it. */
    private static Set<Long> cutTail(RedisServer redis, Random random) {
        Path aof = aof(redis);
        try (RandomAccessFile file = new RandomAccessFile(aof.toFile(), "rw")) {
            long length = file.length();
            int cut = (int) Math.min(length, LEAST_CUT + random.nextInt(MOST_CUT));
            // A script whose end is cut off is gone whole: what it wrote before the cut counts as lost too.
            int before = (int) Math.min(length - cut, LONGEST_SCRIPT);
            byte[] end = new byte[before + cut];
            file.seek(length - cut - before);
            file.readFully(end);
            file.setLength(length - cut);
            String text = new String(end, StandardCharsets.ISO_8859_1);
            int script = text.lastIndexOf("MULTI", before);
            String tail = text.substring(script < 0 ? 0 : script);
            Set<Long> ids = new HashSet<>();
            Matcher matcher = ORDER_ID.matcher(tail);
            while (matcher.find()) {
                ids.add(Long.parseLong(matcher.group(1)));
            }
            return ids;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path aof(RedisServer redis) {
        try (Stream<Path> files = Files.walk(redis.directory())) {
            return files.filter(file -> file.toString().endsWith(".incr.aof")
                            || file.getFileName().toString().equals("appendonly.aof"))
                    .filter(Files::isRegularFile)
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T any(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static void pause(Fleet fleet, long ms) {
        LockSupport.parkNanos(ms * 1_000_000L / fleet.haste());
    }
}
