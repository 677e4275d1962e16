package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.queue.contract.QueueContract;
import io.seckill.queue.contract.QueueUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A contract that everything keeps is worth nothing: queues with a known fault must break it, and only where the fault is. */
class QueueContractNoticesTest {

    /** A broken queue never does what is waited for; one that is not does it at once. */
    private static final Duration UNTIL_NOTICED = Duration.ofMillis(1500);

    private static QueueContract contractOf(BrokenQueue.Fault fault) {
        return contractOf(fault, Duration.ofSeconds(20));
    }

    private static QueueContract impatientContractOf(BrokenQueue.Fault fault) {
        return contractOf(fault, UNTIL_NOTICED);
    }

    private static QueueContract contractOf(BrokenQueue.Fault fault, Duration patience) {
        return new QueueContract() {
            @Override
            protected QueueUnderTest newQueue() {
                return new BrokenQueue(fault);
            }

            @Override
            protected Duration patience() {
                return patience;
            }
        };
    }

    @Test
    void a_plain_pop_loses_what_its_consumer_died_over() throws Exception {
        QueueContract contract = contractOf(BrokenQueue.Fault.PLAIN_POP);
        QueueContract impatient = impatientContractOf(BrokenQueue.Fault.PLAIN_POP);

        contract.every_message_is_handled_and_nothing_remains();
        assertThatThrownBy(impatient::a_message_whose_consumer_dies_over_it_comes_again)
                .hasMessageContaining("\"a\"");
    }

    @Test
    void an_acknowledgement_before_the_handling_loses_what_its_consumer_died_over() throws Exception {
        QueueContract contract = contractOf(BrokenQueue.Fault.ACK_FIRST);
        QueueContract impatient = impatientContractOf(BrokenQueue.Fault.ACK_FIRST);

        contract.every_message_is_handled_and_nothing_remains();
        assertThatThrownBy(impatient::a_message_whose_consumer_dies_over_it_comes_again)
                .hasMessageContaining("\"a\"");
    }

    @Test
    void a_retry_in_two_calls_loses_what_its_consumer_died_between() throws Exception {
        QueueContract contract = contractOf(BrokenQueue.Fault.TWO_CALL_RETRY);
        QueueContract impatient = impatientContractOf(BrokenQueue.Fault.TWO_CALL_RETRY);

        contract.every_message_is_handled_and_nothing_remains();
        contract.a_message_whose_consumer_dies_over_it_comes_again();
        assertThatThrownBy(impatient::a_consumer_that_dies_after_any_of_its_commands_loses_nothing)
                .hasMessageContaining("\"shy\"");
    }
}
