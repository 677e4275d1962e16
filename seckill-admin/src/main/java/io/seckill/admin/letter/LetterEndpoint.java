package io.seckill.admin.letter;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.Query;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.letter.LetterDesk;
import io.seckill.service.letter.LetterState;
import io.seckill.service.letter.LetterView;
import io.seckill.service.letter.Settlement;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Dead letters, for programs. */
@RestController
@RequestMapping("/admin/api/dead-letters")
class LetterEndpoint {

    private final LetterDesk desk;
    private final Answers answers;
    private final Texts texts;

    LetterEndpoint(LetterDesk desk, Answers answers, Texts texts) {
        this.desk = desk;
        this.answers = answers;
        this.texts = texts;
    }

    /**
     * A page.
     *
     * @param letters the newest first, long payloads cut
     * @param next what {@code before} is for the next page; {@code null} on the last one
     */
    record Page(List<LetterJson> letters, @Nullable String next) {}

    /** Filters {@code state} and {@code activityId}, pages by {@code before} and {@code limit}. */
    @GetMapping
    ResponseEntity<Result<Page>> page(HttpServletRequest request, Locale locale) {
        Query asked = Query.of(request);
        int limit = asked.limit();
        List<LetterView> found =
                desk.page(asked.choice("state", LetterState.values()), asked.id("activityId"), asked.before(), limit);
        String next =
                found.size() < limit ? null : Long.toString(found.get(limit - 1).number());
        List<LetterJson> letters = found.stream()
                .map(letter -> LetterJson.of(letter, LetterJson.SHORT))
                .toList();
        return answers.ok(new Page(letters, next), locale);
    }

    /** All of one. */
    @GetMapping("/{id}")
    ResponseEntity<Result<LetterJson>> one(@PathVariable String id, Locale locale) {
        LetterView letter = desk.find(LetterIds.known(id)).orElseThrow(LetterIds::notFound);
        return answers.ok(LetterJson.of(letter, Integer.MAX_VALUE), locale);
    }

    /** Puts the message back into its queue. */
    @PostMapping("/{id}/replay")
    ResponseEntity<Result<LetterJson>> replay(@PathVariable String id, Principal operator, Locale locale) {
        return answers.ok(
                settled(desk.replay(LetterIds.known(id), operator.getName())), texts.text("letter.replayed", locale));
    }

    /** Gives the message up for good; its units return. */
    @PostMapping("/{id}/void")
    ResponseEntity<Result<LetterJson>> voidOut(@PathVariable String id, Principal operator, Locale locale) {
        return answers.ok(
                settled(desk.voidOut(LetterIds.known(id), operator.getName())), texts.text("letter.voided", locale));
    }

    private static LetterJson settled(Settlement settlement) {
        if (settlement instanceof Settlement.Settled done) {
            return LetterJson.of(done.letter(), LetterJson.SHORT);
        }
        if (settlement instanceof Settlement.Refused refused) {
            throw refusal(refused);
        }
        throw LetterIds.notFound();
    }

    static SeckillException refusal(Settlement.Refused refused) {
        String reason = switch (refused.letter().state()) {
            case VOIDED -> "letter-voided";
            case REPLAYING, REPLAYED -> "letter-replayed";
            case OPEN -> "letter-unfit";
        };
        return new SeckillException(
                ErrorCode.INVALID_STATE,
                refused.why(),
                Map.of(
                        "reason",
                        reason,
                        "why",
                        refused.why(),
                        "state",
                        refused.letter().state()),
                null,
                null);
    }
}
