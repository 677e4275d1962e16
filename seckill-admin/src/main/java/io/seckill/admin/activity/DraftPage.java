package io.seckill.admin.activity;

import io.seckill.admin.web.Notice;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityEditor;
import java.security.Principal;
import java.util.Locale;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Deletes a draft, after a question. */
@Controller
@RequestMapping("/activities/{id}/delete")
class DraftPage {

    private final ActivityEditor editor;
    private final ActivityScreen screen;
    private final Texts texts;

    DraftPage(ActivityEditor editor, ActivityScreen screen, Texts texts) {
        this.editor = editor;
        this.screen = screen;
        this.texts = texts;
    }

    @GetMapping
    String ask(@PathVariable String id, Model model) {
        return screen.ask("delete", RequestId.read("id", id), model);
    }

    @PostMapping
    String delete(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        try {
            String name = editor.delete(activityId, operator.getName()).name();
            redirect.addFlashAttribute("notice", new Notice(true, texts.text("notice.deleted", locale, id, name)));
            return "redirect:/activities";
        } catch (SeckillException refusal) {
            if (refusal.code() != ErrorCode.INVALID_STATE) {
                throw refusal;
            }
            redirect.addFlashAttribute("notice", new Notice(false, texts.of(refusal, locale)));
            return "redirect:/activities/" + activityId;
        }
    }
}
