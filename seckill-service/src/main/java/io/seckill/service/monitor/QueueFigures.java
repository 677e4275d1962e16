package io.seckill.service.monitor;

import io.seckill.queue.QueueSnapshot;

/**
 * Where the accepted orders of an activity are that are not settled yet.
 *
 * @param queued messages that wait to be taken
 * @param inProcessing messages in the hands of workers, living or dead
 * @param inRetry messages that wait for another try
 * @param workers processes that consume the queue and live
 */
public record QueueFigures(long queued, long inProcessing, long inRetry, int workers) {

    static QueueFigures of(QueueSnapshot queue) {
        return new QueueFigures(queue.queued(), queue.inProcessing(), queue.retrying(), queue.workers());
    }

    /** {@return whether no message is anywhere} */
    public boolean empty() {
        return queued == 0 && inProcessing == 0 && inRetry == 0;
    }
}
