package io.seckill.api.payment;

/** Where the provider reports, and how much it may say. */
final class CallbackPath {

    static final String PATH = "/seckill/payment/callback";
    static final int MAX_BODY = 4096;

    private CallbackPath() {}
}
