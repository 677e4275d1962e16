package io.seckill.queue;

import java.util.List;

/** A {@link SimpleHandler} as an {@link OrderHandler}. */
final class OneByOne implements OrderHandler {

    private final SimpleHandler handler;

    OneByOne(SimpleHandler handler) {
        this.handler = handler;
    }

    @Override
    public BatchResult handle(String queue, List<Delivery> batch) {
        String activityId = QueueKeys.tag(queue);
        BatchResult.Builder result = BatchResult.builder();
        for (Delivery delivery : batch) {
            try {
                if (handler.handle(activityId, delivery.body())) {
                    result.done(delivery.messageId());
                } else {
                    result.retry(delivery.messageId(), "the handler said no");
                }
            } catch (HandBackException e) {
                throw e;
            } catch (InterruptedException e) {
                throw new HandBackException("the handler was interrupted", e);
            } catch (Exception e) {
                result.retry(delivery.messageId(), "the handler threw " + RedisFailure.line(e));
            }
        }
        return result.build();
    }
}
