package io.seckill.admin.activity;

import io.seckill.admin.web.Notice;
import io.seckill.admin.web.Notices;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.service.stock.StockChangeService;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Changes the stock of a sale. Units are added at once; before any are taken away it says what will be left. */
@Controller
@RequestMapping("/activities/{id}/stock")
class StockPage {

    private final StockChangeService changes;
    private final ActivityScreen screen;
    private final Notices notices;
    private final Texts texts;

    StockPage(StockChangeService changes, ActivityScreen screen, Notices notices, Texts texts) {
        this.changes = changes;
        this.screen = screen;
        this.notices = notices;
        this.texts = texts;
    }

    /** The same form in another language or look. */
    @PostMapping(params = "again")
    String again(@PathVariable String id, @ModelAttribute StockForm form, Model model) {
        return screen.show(RequestId.read("id", id), form, Map.of(), model);
    }

    @PostMapping
    String change(
            @PathVariable String id,
            @ModelAttribute StockForm form,
            @RequestParam(required = false) @Nullable String confirmed,
            Principal operator,
            Locale locale,
            Model model,
            HttpServletResponse response,
            RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Map<String, String> wrong = new LinkedHashMap<>();
        form.wrong().forEach((field, reason) -> wrong.put(field, texts.text("invalid." + reason, locale)));
        if (!wrong.isEmpty()) {
            response.setStatus(HttpStatus.BAD_REQUEST.value());
            return screen.show(activityId, form, wrong, model);
        }
        if (form.takes() && confirmed == null) {
            return ask(activityId, form, locale, model, response);
        }
        Supplier<String> press = () -> StockOutcome.text(
                changes.change(activityId, form.readUnits(), form.source(), operator.getName()), texts, locale);
        Notice notice = notices.of(activityId, press, locale);
        if (!notice.good()) {
            response.setStatus(HttpStatus.CONFLICT.value());
            model.addAttribute("notice", notice);
            return screen.show(activityId, form, Map.of(), model);
        }
        redirect.addFlashAttribute("notice", notice);
        return "redirect:/activities/" + activityId;
    }

    private String ask(long id, StockForm form, Locale locale, Model model, HttpServletResponse response) {
        ActivityRow row = screen.row(id);
        long units = -form.readUnits();
        if (row.remaining() != null && units > row.remaining()) {
            response.setStatus(HttpStatus.CONFLICT.value());
            String why = texts.text("state.below-sold", locale, row.remaining());
            return screen.show(id, form, Map.of("units", why), model);
        }
        model.addAttribute("row", row);
        model.addAttribute("form", form);
        model.addAttribute("units", units);
        model.addAttribute("keeps", "/activities/" + id + "/stock");
        return "stock-ask";
    }
}
