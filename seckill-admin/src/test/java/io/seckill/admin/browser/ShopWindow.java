package io.seckill.admin.browser;

import io.seckill.queue.WorkerPool;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The storefront as a visitor sees it, and what there is to buy. */
final class ShopWindow {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final AtomicLong OTHERS = new AtomicLong(820_000_000_000L);

    private final WholeShop shop;
    private final Visitor visitor;

    ShopWindow(WholeShop shop, Visitor visitor) {
        this.shop = shop;
        this.visitor = visitor;
        // Cookies it has none, but a buyer's number and a language, which the tests before may have left there.
        cdp("Storage.clearDataForOrigin", Map.of("origin", shop.apiUrl(), "storageTypes", "local_storage"));
    }

    // --- what there is to buy ----------------------------------------------------------------------------------------

    /** Puts so many units on sale now. */
    long sale(String name, int units) {
        return sale(name, units, Instant.now().minusSeconds(5));
    }

    /** Puts so many units on sale from a moment on, for two hours. */
    long sale(String name, int units, Instant start) {
        ActivityDraft draft = new ActivityDraft(name, units, 0, 1, start, start.plus(Duration.ofHours(2)));
        long id =
                shop.console().bean(ActivityEditor.class).create(draft, "test").id();
        shop.console().bean(WarmUpService.class).warmUp(id, "test");
        return id;
    }

    /** Lets somebody else call the API, once. */
    String another(String method, String target) {
        return send(method, target + "&userId=" + OTHERS.get());
    }

    private String send(String method, String target) {
        try {
            URI address = URI.create(shop.apiUrl() + target);
            HttpRequest request = HttpRequest.newBuilder(address)
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static void nextOther() {
        OTHERS.incrementAndGet();
    }

    /** While the worker rests, whoever has bought stays in the queue. */
    void workerRests(boolean rests) {
        WorkerPool pool = shop.worker().getBean(WorkerPool.class);
        if (rests) {
            pool.stop();
        } else {
            pool.start();
        }
    }

    /** The status of each stored order of an activity: 0 unpaid, 1 paid, 2 cancelled. */
    List<Integer> stored(long activity) {
        return shop.console()
                .mysql()
                .queryForList(
                        "SELECT status FROM seckill_order WHERE activity_id = ? ORDER BY id", Integer.class, activity);
    }

    // --- what the visitor does and sees ------------------------------------------------------------------------------

    ShopWindow open() {
        visitor.openStorefront("/");
        return this;
    }

    /** Opens the storefront of another API than the shop's own. */
    ShopWindow openAt(String url) {
        visitor.driver().get(url + "/");
        return this;
    }

    /** Runs a script before those of every page from now on. */
    ShopWindow prepared(String script) {
        cdp("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
        return this;
    }

    ShopWindow press(long activity) {
        button(activity).click();
        return this;
    }

    /** Goes to the payment, as soon as the button can no longer be hit by a double click. */
    ShopWindow goesToPay(long activity) {
        visitor.waitFor(browser -> "false".equals(button(activity).getAttribute("aria-disabled")));
        return press(activity);
    }

    /** Cancels the order that waits for its payment, and means it. */
    ShopWindow cancels(long activity) {
        return press(activity, ".cancel").press(activity, ".yes");
    }

    /** Presses something of a card as soon as it can be pressed. */
    ShopWindow press(long activity, String part) {
        visitor.press(card(activity) + " " + part);
        return this;
    }

    WebElement button(long activity) {
        return visitor.waitFor(browser -> visitor.driver().findElement(By.cssSelector(card(activity) + " .act")));
    }

    /** Waits until a card is in this phase. */
    ShopWindow sees(long activity, String phase) {
        visitor.waitFor(browser -> phase.equals(phase(activity)));
        return this;
    }

    String phase(long activity) {
        return visitor.driver().findElements(By.cssSelector(card(activity))).stream()
                .map(card -> card.getAttribute("data-phase"))
                .findFirst()
                .orElse("");
    }

    String text(long activity, String part) {
        return visitor.driver()
                .findElement(By.cssSelector(card(activity) + " ." + part))
                .getText();
    }

    String text(String selector) {
        return visitor.driver().findElement(By.cssSelector(selector)).getText();
    }

    /** Lets the provider report that the visitor's order is paid, as if from another window. */
    void pays(long activity) {
        String order = text(activity, "number").replaceAll("\\D", "");
        send("POST", "/dev/pay/" + order);
    }

    /** Cuts this browser off, or lets it back. */
    void network(boolean there) {
        cdp(
                "Network.emulateNetworkConditions",
                Map.of("offline", !there, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    Object script(String script) {
        return visitor.driver().executeScript(script);
    }

    private static String card(long activity) {
        return "[data-activity='" + activity + "']";
    }

    private void cdp(String command, Map<String, Object> parameters) {
        visitor.driver().executeCdpCommand(command, parameters);
    }
}
