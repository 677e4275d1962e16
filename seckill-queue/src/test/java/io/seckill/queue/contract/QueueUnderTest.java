package io.seckill.queue.contract;

import java.util.List;

/**
 * One queue of an implementation, empty when it is made, as {@link QueueContract} needs it. It works on a real Redis that
 * the kit reaches too. An implementation with leases makes them short, so that a dead consumer is noticed in a second or
 * two, and with retries makes the back-off short.
 */
public interface QueueUnderTest extends AutoCloseable {

    /** What a handler says of a message. */
    enum Verdict {
        /** It is done. */
        DONE,
        /** It failed and may succeed later. */
        RETRY
    }

    /** What is done with a message. */
    @FunctionalInterface
    interface Handler {

        /**
         * Handles a message.
         *
         * @param id its id
         * @param body its body
         * @return what became of it
         * @throws Exception counts as {@link Verdict#RETRY}
         */
        Verdict handle(String id, String body) throws Exception;
    }

    /** {@return where its Redis is} */
    String host();

    /** {@return the port of its Redis} */
    int port();

    /**
     * Pushes a message.
     *
     * @param id its id
     * @param body its body
     */
    void push(String id, String body);

    /**
     * Puts bytes where messages lie, as somebody with another program would.
     *
     * @param raw any bytes
     */
    void pushRaw(byte[] raw);

    /**
     * A message as it lies in the queue.
     *
     * @param id its id
     * @param body its body
     * @return its bytes
     */
    byte[] encode(String id, String body);

    /**
     * Starts a consumer that handles one or more messages at a time.
     *
     * @param host where it reaches Redis, and nowhere else
     * @param port the port
     * @param handler what it does with messages
     * @return closing it stops it in an orderly way if it still reaches Redis, and within seconds if it does not
     */
    AutoCloseable consume(String host, int port, Handler handler);

    /** {@return how many messages there are, wherever they are kept, each copy counted; dead letters are not} */
    long remaining();

    /** {@return the bytes of the dead letters} */
    List<byte[]> buried();

    /** {@return after how many failures a message is buried} */
    int mostFailures();
}
