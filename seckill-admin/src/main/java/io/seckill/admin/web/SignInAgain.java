package io.seckill.admin.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The sign-in page in place of an answer: why it is there, and the form that waits for the sign-in. Filters ask for it,
 * and {@link FaultPage} shows it.
 *
 * @param why {@code ended}, {@code wrong} or {@code wait}: the key of its text below {@code login.}
 * @param seconds how long to wait, if that is why
 * @param kept the form, as {@link KeptForm#text()} makes it; {@code null} if there is none
 */
public record SignInAgain(
        String why, long seconds, @Nullable String kept) {

    static final String ATTRIBUTE = "again";

    private static final int SECONDS_SAID = 120;

    /**
     * Shows it.
     *
     * @param status of the answer, which is an error
     * @param request the request that is not served
     * @param response its answer
     * @throws IOException if the client is gone
     */
    public void show(int status, HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.setAttribute(ATTRIBUTE, this);
        response.sendError(status);
    }

    /** {@return whether the wait is said in minutes} */
    public boolean inMinutes() {
        return seconds > SECONDS_SAID;
    }

    /** {@return the wait in minutes, rounded up: who comes after that need not wait again} */
    public long minutes() {
        return (seconds + 59) / 60;
    }
}
