package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two thousand sockets that say little and take their time, and somebody who wants to buy. */
@Tag("long")
@ExtendWith(OutputCaptureExtension.class)
class SlowlorisTest {

    private static final int SOCKETS = 2000;

    private final RunningApi api = RunningApi.standard();
    private final Sale sale = Sale.of(api, 1000);
    private final List<Slow> sockets = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        for (Slow socket : sockets) {
            socket.channel.close();
        }
    }

    @Test
    void others_are_served_and_every_one_of_the_sockets_is_closed_in_the_end(CapturedOutput output) throws IOException {
        for (int i = 0; i < SOCKETS; i++) {
            sockets.add(new Slow(i));
        }
        long[] nanos = new long[400];
        for (int i = 0; i < nanos.length; i++) {
            if (i % 40 == 0) {
                sockets.forEach(Slow::drip);
            }
            long begun = System.nanoTime();
            Reply reply = api.order(sale.id(), Users.next());
            nanos[i] = System.nanoTime() - begun;
            assertThat(reply.outcome()).isEqualTo("202 OK");
        }
        Arrays.sort(nanos);
        System.out.printf(
                "beside %d slow sockets: p50 %d ms, p99 %d ms%n",
                SOCKETS, nanos[nanos.length / 2] / 1_000_000, nanos[nanos.length * 99 / 100] / 1_000_000);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    sockets.forEach(Slow::drip);
                    assertThat(api.get("/seckill/activities").outcome()).isEqualTo("200 OK");
                    int[] open = new int[4];
                    for (int i = 0; i < SOCKETS; i++) {
                        open[i % 4] += sockets.get(i).isClosed() ? 0 : 1;
                    }
                    System.out.println(
                            "still open: idle, header, unwanted body, wanted body: " + Arrays.toString(open));
                    return Arrays.stream(open).allMatch(count -> count == 0);
                });
        assertThat(output).doesNotContain("[entry] failed");
    }

    /** A socket that is idle, or whose header never ends, or whose body never comes. */
    private final class Slow {

        private final SocketChannel channel;
        private final boolean talks;
        private boolean closed;

        Slow(int number) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), api.port()));
            channel.configureBlocking(false);
            talks = number % 4 != 0;
            String order = "POST /seckill/order?activityId=" + sale.id() + "&userId=7 HTTP/1.1\r\nHost: x\r\n";
            switch (number % 4) {
                case 1 -> send(order + "X-A");
                case 2 -> send(order + "Content-Length: 4000\r\n\r\n");
                case 3 -> send("POST /seckill/payment/callback HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n");
                default -> {
                    // It says nothing at all.
                }
            }
        }

        void drip() {
            if (talks && !closed) {
                send("a");
            }
        }

        private void send(String text) {
            try {
                channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            } catch (IOException e) {
                closed = true;
            }
        }

        boolean isClosed() {
            ByteBuffer answer = ByteBuffer.allocate(4096);
            try {
                while (!closed && channel.read(answer) != 0) {
                    closed = channel.read(answer) < 0;
                    answer.clear();
                }
            } catch (IOException e) {
                closed = true;
            }
            return closed;
        }
    }
}
