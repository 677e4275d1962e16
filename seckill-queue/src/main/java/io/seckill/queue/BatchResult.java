package io.seckill.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of each message of a batch, by message id. Nothing is assumed: a message that is not named counts as
 * failed.
 */
public final class BatchResult {

    private final Map<String, HandlingResult> results;
    private final @Nullable PipelineStep beforeAck;

    private BatchResult(Map<String, HandlingResult> results, @Nullable PipelineStep beforeAck) {
        this.results = new HashMap<>(results);
        this.beforeAck = beforeAck;
    }

    /**
     * Every message is done.
     *
     * @param batch the whole batch
     * @return the result
     */
    public static BatchResult allDone(List<Delivery> batch) {
        Builder builder = builder();
        batch.forEach(delivery -> builder.done(delivery.messageId()));
        return builder.build();
    }

    /** {@return a builder without results} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The same results with commands to run right before the acknowledgement.
     *
     * @param step what to write; replaces an earlier one
     * @return a new result
     */
    public BatchResult withBeforeAck(PipelineStep step) {
        return new BatchResult(results, Objects.requireNonNull(step));
    }

    /**
     * What became of a message.
     *
     * @param messageId its id
     * @return its result, or empty if the handler did not name it
     */
    public Optional<HandlingResult> of(String messageId) {
        return Optional.ofNullable(results.get(messageId));
    }

    @Nullable PipelineStep beforeAck() {
        return beforeAck;
    }

    /** Collects results; a message may be named once. */
    public static final class Builder {

        private final Map<String, HandlingResult> results = new HashMap<>();
        private @Nullable PipelineStep beforeAck;

        private Builder() {}

        /**
         * The message is done.
         *
         * @param messageId its id
         * @return this
         * @throws IllegalArgumentException if it was named before
         */
        public Builder done(String messageId) {
            return put(messageId, HandlingResult.done());
        }

        /**
         * The message failed and may succeed later.
         *
         * @param messageId its id
         * @param reason why it failed
         * @return this
         * @throws IllegalArgumentException if it was named before
         */
        public Builder retry(String messageId, String reason) {
            return put(messageId, HandlingResult.retry(reason));
        }

        /**
         * The message can never succeed.
         *
         * @param messageId its id
         * @param reason why
         * @return this
         * @throws IllegalArgumentException if it was named before
         */
        public Builder dead(String messageId, String reason) {
            return put(messageId, HandlingResult.dead(reason));
        }

        /**
         * Commands to run right before the acknowledgement.
         *
         * @param step what to write
         * @return this
         */
        public Builder beforeAck(PipelineStep step) {
            this.beforeAck = Objects.requireNonNull(step);
            return this;
        }

        /** {@return the result} */
        public BatchResult build() {
            return new BatchResult(results, beforeAck);
        }

        private Builder put(String messageId, HandlingResult result) {
            if (results.putIfAbsent(messageId, result) != null) {
                throw new IllegalArgumentException("two results for message " + messageId);
            }
            return this;
        }
    }
}
