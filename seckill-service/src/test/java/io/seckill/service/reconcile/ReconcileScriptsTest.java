package io.seckill.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.stores.Stores;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.testing.RawSale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The scripts of the repairs, on a sale of ten units and nothing around it. */
class ReconcileScriptsTest {

    private static final LuaScript GRAB = LuaScript.load("grab/grab.lua");
    private static final LuaScript REQUEUE = LuaScript.load("reconcile/requeue.lua");
    private static final LuaScript RETURN = LuaScript.load("order/return_units.lua");
    private static final LuaScript RESTORE = LuaScript.load("reconcile/restore_claim.lua");

    private RawSale sale;

    @BeforeEach
    void open() {
        Stores stores = Stores.shared();
        sale = new RawSale(stores.redisHost(), stores.redisPort(), stores.redisPassword()).open(10, 5);
    }

    @AfterEach
    void close() {
        sale.close();
    }

    @Test
    void a_message_is_put_back_byte_for_byte_at_the_end_from_which_it_is_taken_next() {
        grab(1, 42, 2);
        grab(2, 43, 1);
        String lost = sale.redis().rpop(sale.queue);

        assertThat(requeue("1", 42, 1, "QX")).isEqualTo(1);

        assertThat(sale.redis().lindex(sale.queue, -1)).isEqualTo(lost);
        assertThat(sale.redis().llen(sale.queue)).isEqualTo(2);
        assertThat(sale.redis().get(sale.stock)).isEqualTo("7");
    }

    @Test
    void a_message_is_put_back_only_for_a_claim_of_this_order_in_that_state_and_epoch() {
        grab(1, 42, 1);
        sale.redis().rpop(sale.queue);

        assertThat(requeue("1", 42, 2, "QX")).isZero();
        assertThat(requeue("1", 43, 1, "QX")).isZero();
        assertThat(requeue("1", 42, 1, "0")).isZero();
        assertThat(requeue("2", 42, 1, "QX")).isEqualTo(-1);
        sale.redis().set(sale.queue, "no list");
        assertThat(requeue("1", 42, 1, "QX")).isEqualTo(-2);
        sale.redis().del(sale.queue);
        sale.redis().hset(sale.activity, "openFor", "another run");
        assertThat(requeue("1", 42, 1, "QX")).isEqualTo(-1);

        assertThat(sale.redis().exists(sale.queue)).isZero();
    }

    @Test
    void a_claim_that_said_stored_waits_again_once_its_message_is_put_back() {
        grab(1, 42, 2);
        sale.redis().rpop(sale.queue);
        String waiting = sale.redis().hget(sale.claims, "42");
        sale.redis().hset(sale.claims, "42", waiting.replace("|Q", "|0|1767225600000"));

        assertThat(requeue("1", 42, 1, "0")).isEqualTo(1);
        assertThat(requeue("1", 42, 1, "0")).isZero();

        assertThat(sale.redis().hget(sale.claims, "42")).isEqualTo(waiting);
        assertThat(sale.redis().llen(sale.queue)).isEqualTo(1);
    }

    @Test
    void a_claim_whose_units_are_still_counted_comes_back_without_touching_the_stock() {
        grab(1, 42, 2);
        String claim = sale.redis().hget(sale.claims, "42");
        sale.redis().hdel(sale.claims, "42");

        assertThat(restore("1", 42, claim, 2, 100)).isEqualTo(1);
        assertThat(restore("1", 42, claim, 2, 100)).isZero();

        units("8", "2");
        assertThat(sale.redis().hget(sale.claims, "42")).isEqualTo(claim);
        assertThat(sale.redis().hget(sale.activity, "seq")).isEqualTo("2");
    }

    @Test
    void a_claim_whose_units_are_in_the_stock_again_takes_them_off_it() {
        grab(2, 43, 1);
        assertThat(restore("1", 42, "1|2|9|1767225600000|1", 2, 100)).isEqualTo(1);

        units("7", "3");
    }

    @Test
    void a_claim_stays_away_where_its_units_cannot_be_found() {
        grab(2, 43, 5);
        grab(3, 44, 4);
        assertThat(restore("1", 42, "1|2|9|1767225600000|1", 2, 100)).isEqualTo(-2);
        assertThat(restore("1", 42, "1|1|9|1767225600000|1", 1, 1)).isEqualTo(-4);
        assertThat(restore("2", 42, "1|1|9|1767225600000|1", 1, 100)).isEqualTo(-1);
        sale.redis().hset(sale.activity, "claimed", "10");
        assertThat(restore("1", 42, "1|1|9|1767225600000|1", 1, 100)).isEqualTo(-3);
        sale.redis().hset(sale.activity, "claimed", "9");
        sale.redis().hset(sale.claims, "45", "garbage");
        assertThat(restore("1", 42, "1|1|9|1767225600000|1", 1, 100)).isEqualTo(-3);
        sale.redis().del(sale.stock);
        assertThat(restore("1", 42, "1|1|9|1767225600000|1", 1, 100)).isEqualTo(-5);

        assertThat(sale.redis().hexists(sale.claims, "42")).isFalse();
    }

    @Test
    void units_of_a_sale_that_is_shut_come_back_only_by_whoever_opens_it() {
        grab(1, 42, 2);
        grab(2, 43, 1);
        sale.redis().hset(sale.activity, "openFor", "another run");

        assertThat(returned(42, 1, "0")).isEqualTo(-2);
        assertThat(sale.redis().get(sale.stock)).isEqualTo("7");
        assertThat(returned(44, 9, "0"))
                .as("of a claim that is gone there is nothing to wait for")
                .isZero();

        assertThat(returned(43, 2, "1")).isEqualTo(1);
        assertThat(sale.redis().get(sale.stock)).isEqualTo("8");
        assertThat(sale.redis().hget(sale.activity, "claimed")).isEqualTo("2");
    }

    private long returned(long user, long order, String alsoIfShut) {
        String[] keys = {sale.activity, sale.stock, sale.claims, sale.regrabs, sale.claims + ":none"};
        return (Long) sale.eval(RETURN, keys, Long.toString(user), Long.toString(order), "1", "700", alsoIfShut)
                .get(0);
    }

    private void units(String stock, String claimed) {
        assertThat(sale.redis().get(sale.stock)).isEqualTo(stock);
        assertThat(sale.redis().hget(sale.activity, "claimed")).isEqualTo(claimed);
    }

    private void grab(long order, long user, int quantity) {
        sale.eval(
                GRAB,
                sale.grabKeys(),
                Long.toString(sale.id),
                "100",
                "1",
                "3",
                Long.toString(order),
                Long.toString(user),
                Integer.toString(quantity),
                Long.toString(sale.now() + 60_000));
    }

    private long requeue(String epoch, long user, long order, String states) {
        return (Long) sale.eval(
                        REQUEUE,
                        new String[] {sale.activity, sale.claims, sale.queue, sale.claims + ":none"},
                        epoch,
                        "1",
                        Long.toString(sale.id),
                        Long.toString(user),
                        Long.toString(order),
                        states)
                .get(0);
    }

    private long restore(String epoch, long user, String claim, int quantity, int most) {
        return (Long) sale.eval(
                        RESTORE,
                        new String[] {sale.activity, sale.stock, sale.claims, sale.claims + ":none"},
                        epoch,
                        Long.toString(user),
                        claim,
                        Integer.toString(quantity),
                        Integer.toString(most))
                .get(0);
    }
}
