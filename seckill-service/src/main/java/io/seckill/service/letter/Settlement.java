package io.seckill.service.letter;

/** What became of an operator's wish to settle a dead letter. */
public sealed interface Settlement {

    /**
     * It is settled as asked.
     *
     * @param letter as it is now
     */
    record Settled(LetterView letter) implements Settlement {}

    /**
     * It makes no sense now; nothing was changed.
     *
     * @param letter as it is
     * @param why in English
     */
    record Refused(LetterView letter, String why) implements Settlement {}

    /** There is no such letter. */
    record NotFound() implements Settlement {}
}
