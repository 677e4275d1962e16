package io.seckill.admin.letter;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Notice;
import io.seckill.admin.web.SearchForm;
import io.seckill.admin.web.Texts;
import io.seckill.common.SeckillException;
import io.seckill.service.letter.LetterDesk;
import io.seckill.service.letter.LetterState;
import io.seckill.service.letter.LetterView;
import io.seckill.service.letter.Settlement;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Dead letters, for people: one at a time or the ticked ones, each with what came of it. */
@Controller
@RequestMapping("/dead-letters")
class LetterPage {

    /** So many fit into one form with all else that it sends. */
    private static final int PAGE = 25;

    private static final String ALL = "ALL";

    private final LetterDesk desk;
    private final ConsoleZone zone;
    private final Texts texts;

    LetterPage(LetterDesk desk, ConsoleZone zone, Texts texts) {
        this.desk = desk;
        this.zone = zone;
        this.texts = texts;
    }

    /**
     * What came of one.
     *
     * @param id its message
     * @param good whether it was done as asked
     * @param text for the operator
     * @param why why not, in English; {@code null} if it was done
     */
    record Outcome(
            String id, boolean good, String text, @Nullable String why) {}

    /** Those that wait for somebody, unless another state is asked for. */
    @GetMapping
    String list(HttpServletRequest request, HttpServletResponse response, Model model, Locale locale) {
        SearchForm asked = SearchForm.of(request);
        boolean all = ALL.equals(asked.text("state"));
        LetterState chosen = all ? null : asked.choice("state", LetterState.values());
        LetterState state = chosen == null && !all ? LetterState.OPEN : chosen;
        Long activityId = asked.id("activityId");
        long before = asked.before();
        List<LetterView> found = asked.find(() -> desk.page(state, activityId, before, PAGE));
        asked.show(model, texts, locale, response);
        model.addAttribute(
                "rows",
                found.stream()
                        .map(letter -> LetterRow.of(letter, LetterJson.SHORT, zone))
                        .toList());
        model.addAttribute(
                "next", found.size() < PAGE ? null : found.get(PAGE - 1).number());
        model.addAttribute("states", LetterState.values());
        model.addAttribute("state", state == null ? ALL : state.name());
        model.addAttribute("activityId", activityId == null ? null : activityId.toString());
        model.addAttribute("zone", zone.label());
        return "dead-letters";
    }

    @GetMapping("/{id}")
    String one(@PathVariable String id, Model model) {
        LetterView letter = desk.find(LetterIds.known(id)).orElseThrow(LetterIds::notFound);
        model.addAttribute("row", LetterRow.of(letter, Integer.MAX_VALUE, zone));
        model.addAttribute("zone", zone.label());
        return "dead-letter";
    }

    @PostMapping("/replay")
    String replay(HttpServletRequest request, Principal operator, Locale locale, RedirectAttributes redirect) {
        return settle(
                LetterIds.ticked(request),
                id -> outcome(id, desk.replay(id, operator.getName()), "letter.replayed", locale),
                locale,
                redirect);
    }

    /** Giving up cannot be taken back, so it is asked about first. */
    @PostMapping("/void")
    String voidOut(
            HttpServletRequest request, Principal operator, Locale locale, Model model, RedirectAttributes redirect) {
        List<String> ids = LetterIds.ticked(request);
        if (request.getParameter("confirmed") == null && !ids.isEmpty()) {
            model.addAttribute(
                    "rows",
                    ids.stream()
                            .flatMap(id -> desk.find(id).stream())
                            .map(letter -> LetterRow.of(letter, LetterJson.SHORT, zone))
                            .toList());
            return "dead-letters-void";
        }
        return settle(
                ids,
                id -> outcome(id, desk.voidOut(id, operator.getName()), "letter.voided", locale),
                locale,
                redirect);
    }

    private String settle(
            List<String> ids, Function<String, Outcome> deed, Locale locale, RedirectAttributes redirect) {
        if (ids.isEmpty()) {
            redirect.addFlashAttribute("notice", new Notice(false, texts.text("dead-letters.none-ticked", locale)));
        } else {
            redirect.addFlashAttribute("outcomes", ids.stream().map(deed).toList());
        }
        return "redirect:/dead-letters";
    }

    private Outcome outcome(String id, Settlement settlement, String doneKey, Locale locale) {
        if (settlement instanceof Settlement.Settled) {
            return new Outcome(id, true, texts.text(doneKey, locale), null);
        }
        SeckillException refusal = settlement instanceof Settlement.Refused refused
                ? LetterEndpoint.refusal(refused)
                : LetterIds.notFound();
        String why = settlement instanceof Settlement.Refused refused ? refused.why() : null;
        return new Outcome(id, false, texts.of(refusal, locale), why);
    }
}
