package io.seckill.admin.security;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The page to sign in at, and the way there from the bare address. */
@Controller
class LoginPage {

    @GetMapping("/login")
    String login() {
        return "login";
    }

    @GetMapping("/")
    String home() {
        return "redirect:/activities";
    }
}
