package io.seckill.service.grab;

import io.seckill.service.order.OrderView;
import io.seckill.service.pulse.Answer;
import java.time.Duration;

/** What came of a request to buy. Every kind but {@link Confirming} is definite. */
public sealed interface GrabResult {

    /** {@return how it is counted} */
    Answer answer();

    /**
     * Placed, and on its way to MySQL.
     *
     * @param order the order, QUEUED
     */
    record Accepted(OrderView order) implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.ACCEPTED;
        }
    }

    /**
     * This user has a live order of the activity already; nothing was placed.
     *
     * @param order that order, with its own state
     */
    record Duplicate(OrderView order) implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.DUPLICATE;
        }
    }

    /**
     * Too early, or the stock is not warmed up yet.
     *
     * @param startsIn until the start; zero if the start has passed and only the warm-up is missing
     */
    record NotStarted(Duration startsIn) implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.NOT_STARTED;
        }
    }

    /** The window is over, or an operator closed the sale. */
    record Ended() implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.ENDED;
        }
    }

    /**
     * Fewer units are left than were asked for.
     *
     * @param remaining units left, often 0
     */
    record SoldOut(long remaining) implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.SOLD_OUT;
        }
    }

    /** The sale is gated until its numbers are known to be right. */
    record NotOpen() implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.NOT_OPEN;
        }
    }

    /** No activity has this id. */
    record UnknownActivity() implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.UNKNOWN_ACTIVITY;
        }
    }

    /**
     * More units were asked for than one order may take.
     *
     * @param limit the most it may take
     */
    record OverLimit(int limit) implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.OVER_LIMIT;
        }
    }

    /** This user has given units of this activity back too often to buy once more. */
    record RegrabLimit() implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.REGRAB_LIMIT;
        }
    }

    /**
     * Definitely not placed: the backlog is full, Redis refused, or the request was never sent.
     *
     * @param reason for the log, in English
     * @param retryAfter when to try again
     */
    record Busy(String reason, Duration retryAfter) implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.BUSY;
        }
    }

    /**
     * Sent, and no answer came: placed or not, the status call will tell.
     *
     * @param orderId the id made before the call
     */
    record Confirming(long orderId) implements GrabResult {

        @Override
        public Answer answer() {
            return Answer.CONFIRMING;
        }
    }
}
