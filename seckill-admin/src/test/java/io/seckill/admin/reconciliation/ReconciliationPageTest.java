package io.seckill.admin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of reconciliation. */
class ReconciliationPageTest {

    private static Console console;
    private static Browser operator;

    @BeforeAll
    static void start() {
        console = Console.start(Map.of("seckill.reconcile.confirm-after", "50ms"));
        operator = console.operator();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void a_sale_without_a_fault_agrees_everywhere_and_says_when_it_was_compared() {
        String id = Change.created(console, true);
        assertThat(operator.get("/reconciliation").body()).contains(id, "尚未核对");
        assertThat(operator.get("/reconciliation/" + id).body()).contains("各处静止且一致", "10 件", "首次核对会在几分钟内自动进行");

        operator.form("/reconciliation/" + id + "/run", Map.of());

        assertThat(operator.get("/reconciliation/" + id).body()).contains("核对完成", "没有差异");
        assertThat(operator.get("/reconciliation").body()).contains("没有差异", "秒前");
    }

    @Test
    void what_is_off_is_listed_by_order_with_what_is_to_be_done() {
        String id = Change.created(console, true);
        console.mysql()
                .update(
                        "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch, accepted_at,"
                                + " created_at) VALUES (?, ?, 4711, 1, 1, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                        "8" + id,
                        id);

        operator.form("/reconciliation/" + id + "/run", Map.of());

        String page = operator.get("/reconciliation/" + id).body();
        assertThat(page).contains("/orders/8" + id, "4711", "MySQL 中有效，但占用丢失", "MySQL 中的件数对不上");
        assertThat(operator.get("/reconciliation/1").statusCode()).isEqualTo(404);
    }

    @Test
    void a_draft_is_not_compared_and_that_is_said() {
        String id = Change.created(console, false);
        assertThat(operator.get("/reconciliation").body()).doesNotContain(">" + id + "<");

        operator.form("/reconciliation/" + id + "/run", Map.of());

        assertThat(operator.get("/reconciliation/" + id).body())
                .contains("没有可核对的数据")
                .doesNotContain("/run\"");
    }
}
