package io.seckill.service.order;

import io.hypersistence.tsid.TSID;
import io.seckill.queue.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What an order's id, its claim and its message cost: {@code scripts/bench.sh jmh}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OrderJmh {

    private final TSID.Factory ids =
            TSID.Factory.builder().withNodeBits(OrderIds.NODE_BITS).withNode(7).build();
    private final String claim = "915345363886047359|1|4711|1796069074123|Q";
    private final byte[] message =
            "1|915345363886047359|1796069074123|1001|100000000042|1|4711|1".getBytes(StandardCharsets.UTF_8);

    @Benchmark
    public long id() {
        return ids.generate().toLong();
    }

    @Benchmark
    public Object claimParsed() {
        return Claim.parse(claim);
    }

    @Benchmark
    public Object messageParsed() {
        return WireFormat.parse(message);
    }

    @Benchmark
    public Optional<AcceptedOrder> orderRead() {
        return AcceptedOrder.read("seckill:queue:{1001}", message);
    }
}
