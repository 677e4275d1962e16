package io.seckill.admin.security;

/** The settings name no user, or one that cannot be; the message is one sentence for whoever starts the console. */
class UnfitUserException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnfitUserException(String sentence) {
        super(sentence);
    }
}
