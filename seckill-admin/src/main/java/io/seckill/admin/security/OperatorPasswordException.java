package io.seckill.admin.security;

/** The operator's password is missing or of an unfit length; the message is one sentence for whoever starts it. */
class OperatorPasswordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OperatorPasswordException(String sentence) {
        super(sentence);
    }
}
