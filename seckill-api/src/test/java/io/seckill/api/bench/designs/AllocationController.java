package io.seckill.api.bench.designs;

import io.seckill.api.web.Answers;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.stream.LongStream;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.springframework.context.annotation.Profile;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How much this JVM has allocated since it started: the JVM counts it anyway, to the byte. */
@Profile("bench")
@RestController
class AllocationController {

    private final Answers answers;

    AllocationController(Answers answers) {
        this.answers = answers;
    }

    @GetMapping("/bench/allocated")
    public ResponseEntity<Result<?>> allocated(Locale locale) throws JMException {
        return answers.of(ErrorCode.OK, Long.toString(bytes()), locale);
    }

    private static long bytes() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName threads = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
        try {
            return (Long) beans.getAttribute(threads, "TotalThreadAllocatedBytes");
        } catch (AttributeNotFoundException olderThan21) {
            // Requests are served by a pool of threads there, none of which ends meanwhile.
            Object ids = beans.getAttribute(threads, "AllThreadIds");
            Object each = beans.invoke(
                    threads, "getThreadAllocatedBytes", new Object[] {ids}, new String[] {long[].class.getName()});
            return LongStream.of((long[]) each).filter(bytes -> bytes > 0).sum();
        }
    }
}
