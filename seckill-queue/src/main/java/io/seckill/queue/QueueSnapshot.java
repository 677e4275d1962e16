package io.seckill.queue;

/**
 * The state of a queue.
 *
 * @param queue the queue's key
 * @param queued messages that wait to be taken
 * @param inProcessing messages in the hands of workers, living or dead
 * @param retrying messages that wait for another try
 * @param retriesDue those of them whose time has come
 * @param oldestAgeMillis age of the oldest message that waits or is in hand, by the clock of Redis; -1 if there is none or
 *     it does not say
 * @param workers processes that consume this queue and live
 */
public record QueueSnapshot(
        String queue,
        long queued,
        long inProcessing,
        long retrying,
        long retriesDue,
        long oldestAgeMillis,
        int workers) {

    /** {@return whether no message of this queue is anywhere: waiting, in hand or in retry} */
    public boolean empty() {
        return queued == 0 && inProcessing == 0 && retrying == 0;
    }
}
