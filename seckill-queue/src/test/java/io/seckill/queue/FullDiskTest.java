package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.seckill.common.stores.Aof;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of Redis's file is really full: its directory is a file system of a megabyte in memory. Needs the right to
 * mount one.
 */
class FullDiskTest {

    private static final String BODY = "x".repeat(16_000);
    private static final int MORE_THAN_THE_DISK_HOLDS = 1000;

    private final RecordingHandler handler = new RecordingHandler();
    private final Set<String> pushed = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private int number;
    private Path data;

    @BeforeEach
    void mount(@TempDir Path directory) throws Exception {
        data = Files.createDirectory(directory.resolve("data"));
        assumeTrue(
                succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", data.toString()),
                "a file system of its own cannot be mounted here (that takes root and CAP_SYS_ADMIN)");
    }

    @AfterEach
    void unmount() throws Exception {
        succeeds("umount", data.toString());
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void moreSpace() throws Exception {
        assertThat(succeeds("mount", "-o", "remount,size=64m", data.toString())).isTrue();
    }

    private RedisServer redis(Aof aof) {
        return RedisServer.start(
                RedisOptions.defaults().kind(TestBed.kind()).aof(aof).directory(data.getParent()));
    }

    /** Pushes until the push fails; returns how. */
    private RuntimeException fill(TestBed bed) {
        while (number < MORE_THAN_THE_DISK_HOLDS) {
            String id = "m" + ++number;
            try {
                assertThat(bed.orderQueue().push(bed.queue, id, BODY)).isInstanceOf(PushResult.Pushed.class);
                pushed.add(id);
            } catch (RuntimeException e) {
                if (RedisFailure.refused(e)) {
                    refused.add(id);
                }
                return e;
            }
        }
        throw new AssertionError("the disk is not full");
    }

    private void nothingIsLostAndNothingAppears(TestBed bed) {
        bed.await().ignoreExceptions().until(() -> {
            bed.push("later");
            return true;
        });
        bed.await().ignoreExceptions().untilAsserted(bed::assertDrained);
        assertThat(handler.done()).contains("later").containsAll(pushed);
        assertThat(refused).doesNotContainAnyElementsOf(handler.done());
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void with_everysec_it_refuses_until_there_is_space_again_and_goes_on_by_itself() throws Exception {
        try (RedisServer own = redis(Aof.EVERYSEC);
                TestBed bed = new TestBed(own)) {
            WorkerPool pool = bed.start(handler);
            RuntimeException failure = fill(bed);
            assertThat(RedisFailure.line(failure)).contains("MISCONF");
            assertThat(RedisFailure.passing(failure)).isTrue();
            for (int i = 0; i < 20; i++) {
                fill(bed);
            }
            assertThat(refused).hasSizeGreaterThan(20);
            assertThat(pool.liveWorkers()).isEqualTo(8);

            moreSpace();

            nothingIsLostAndNothingAppears(bed);
            assertThat(handler.effects.values()).allMatch(count -> count.get() == 1);
        }
    }

    @Test
    void with_always_it_ends_and_a_restart_with_space_has_everything_that_was_acknowledged() throws Exception {
        try (RedisServer own = redis(Aof.ALWAYS);
                TestBed bed = new TestBed(own)) {
            bed.start(handler);
            RuntimeException failure = fill(bed);
            assertThat(RedisFailure.refused(failure)).as("%s", failure).isFalse();
            bed.await().until(() -> !own.isAlive());

            moreSpace();
            own.restart();

            nothingIsLostAndNothingAppears(bed);
        }
    }
}
