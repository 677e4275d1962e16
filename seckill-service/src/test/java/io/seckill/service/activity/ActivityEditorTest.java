package io.seckill.service.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.testing.Operators;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Creating and editing: what is accepted is stored as it was said, what is not names its field. */
class ActivityEditorTest {

    private static final Instant START =
            Clock.systemUTC().instant().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);
    private static final Instant END = START.plus(Duration.ofHours(2));

    private static ConfigurableApplicationContext context;
    private static ActivityEditor editor;
    private static JdbcTemplate mysql;

    @BeforeAll
    static void start() {
        context = Operators.start();
        editor = context.getBean(ActivityEditor.class);
        mysql = context.getBean(JdbcTemplate.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void a_new_activity_is_a_draft_with_all_its_stock() {
        Activity created = editor.create(new ActivityDraft("  双11 🎁 首发 ", 100, 5, 2, START, END), "alice");

        assertThat(created)
                .isEqualTo(
                        new Activity(created.id(), "双11 🎁 首发", 100, 100, 5, 2, START, END, ActivityState.DRAFT, 0, 0));
    }

    @Test
    void times_are_stored_in_utc_whatever_the_zone_of_the_machine() {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
        try {
            Instant start = Instant.parse("2030-03-10T10:00:00.123Z");
            Activity created =
                    editor.create(new ActivityDraft("zones", 1, 0, 1, start, start.plusSeconds(60)), "alice");

            assertThat(created.startTime()).isEqualTo(start);
            assertThat(mysql.queryForObject(
                            "SELECT DATE_FORMAT(start_time, '%Y-%m-%d %H:%i:%s.%f') FROM seckill_activity WHERE id = ?",
                            String.class, created.id()))
                    .isEqualTo("2030-03-10 10:00:00.123000");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void a_draft_is_edited_with_its_stock_and_the_audit_log_has_both_sides() {
        long id = editor.create(draft("before", 100), "alice").id();

        Activity edited = editor.edit(id, draft("after", 40), "bob");

        assertThat(edited.name()).isEqualTo("after");
        assertThat(edited.totalStock()).isEqualTo(40);
        assertThat(edited.stock()).isEqualTo(40);
        assertThat(mysql.queryForMap(
                        "SELECT * FROM seckill_audit_log WHERE subject = ? AND action = 'EDIT_ACTIVITY'",
                        "activity:" + id))
                .containsEntry("actor", "bob")
                .satisfies(row -> assertThat((String) row.get("before_data")).contains("\"name\":\"before\""))
                .satisfies(row -> assertThat((String) row.get("after_data")).contains("\"name\":\"after\""));
    }

    @Test
    void what_is_no_draft_any_more_is_not_edited() {
        long id = editor.create(draft("a sale", 100), "alice").id();
        context.getBean(WarmUpService.class).warmUp(id, "alice");

        assertThat(refused(() -> editor.edit(id, draft("late", 1), "bob")).code())
                .isEqualTo(ErrorCode.INVALID_STATE);
        assertThat(refused(() -> editor.edit(999, draft("nobody", 1), "bob")).code())
                .isEqualTo(ErrorCode.ACTIVITY_NOT_FOUND);
        assertThat(mysql.queryForObject("SELECT name FROM seckill_activity WHERE id = ?", String.class, id))
                .isEqualTo("a sale");
    }

    @Test
    void a_change_made_from_what_is_no_more_is_refused() {
        Activity seen = editor.create(draft("before", 100), "alice");
        Activity now = editor.edit(seen.id(), draft("by bob", 100), seen.version(), "bob");

        SeckillException late = refused(() -> editor.edit(seen.id(), draft("by carol", 7), seen.version(), "carol"));
        assertThat(late.code()).isEqualTo(ErrorCode.INVALID_STATE);
        assertThat(late.details()).containsEntry("reason", "edited-meanwhile");
        assertThat(name(seen.id())).isEqualTo("by bob");

        editor.edit(seen.id(), draft("by carol", 7), now.version(), "carol");
        assertThat(name(seen.id())).isEqualTo("by carol");
    }

    @Test
    void a_warm_up_makes_another_version_and_a_stock_change_none() {
        Activity draft = editor.create(draft("a sale", 100), "alice");
        context.getBean(WarmUpService.class).warmUp(draft.id(), "alice");
        Activity open = context.getBean(ActivityMapper.class).find(draft.id()).orElseThrow();
        assertThat(open.version()).isNotEqualTo(draft.version());

        mysql.update(
                "UPDATE seckill_activity SET total_stock = 105, stock = 105, max_seq = 9 WHERE id = ?", draft.id());
        assertThat(context.getBean(ActivityMapper.class)
                        .find(draft.id())
                        .orElseThrow()
                        .version())
                .isEqualTo(open.version());
    }

    @Test
    void a_draft_is_deleted_and_on_record_and_what_was_warmed_up_is_not() {
        long id = editor.create(draft("a mistake", 100), "alice").id();

        editor.delete(id, "bob");

        assertThat(mysql.queryForList("SELECT id FROM seckill_activity WHERE id = ?", id))
                .isEmpty();
        assertThat(mysql.queryForMap(
                        "SELECT * FROM seckill_audit_log WHERE subject = ? AND action = 'DELETE_ACTIVITY'",
                        "activity:" + id))
                .containsEntry("actor", "bob")
                .containsEntry("after_data", "{\"state\":\"DELETED\"}")
                .satisfies(row -> assertThat((String) row.get("before_data")).contains("\"name\":\"a mistake\""));
        assertThat(refused(() -> editor.delete(id, "bob")).code()).isEqualTo(ErrorCode.ACTIVITY_NOT_FOUND);

        long warm = editor.create(draft("a sale", 100), "alice").id();
        context.getBean(WarmUpService.class).warmUp(warm, "alice");
        assertThat(refused(() -> editor.delete(warm, "bob")).details()).containsEntry("reason", "no-draft");
        assertThat(name(warm)).isEqualTo("a sale");
    }

    @Test
    void all_that_is_wrong_is_told_at_once_and_what_cannot_be_read_is_not_judged() {
        assertThat(ActivityDraft.wrong(" ", -1L, 5L, 0L, START, START))
                .containsExactly(
                        Map.entry("name", "required"),
                        Map.entry("totalStock", "stock-range"),
                        Map.entry("reserved", "reserved-range"),
                        Map.entry("perOrderLimit", "limit-range"),
                        Map.entry("endTime", "not-after-start"));
        assertThat(ActivityDraft.wrong(null, null, 5L, null, null, END)).isEmpty();
    }

    private static String name(long id) {
        return mysql.queryForObject("SELECT name FROM seckill_activity WHERE id = ?", String.class, id);
    }

    @ParameterizedTest
    @CsvSource({
        "'',         100, 0,   1,     0,     3600, name,          required",
        "'a\tb',     100, 0,   1,     0,     3600, name,          control-character",
        "a sale,     -1,  0,   1,     0,     3600, totalStock,    stock-range",
        "a sale,     1000000001, 0, 1, 0,    3600, totalStock,    stock-range",
        "a sale,     100, -1,  1,     0,     3600, reserved,      reserved-range",
        "a sale,     100, 101, 1,     0,     3600, reserved,      reserved-range",
        "a sale,     100, 0,   0,     0,     3600, perOrderLimit, limit-range",
        "a sale,     100, 0,   10000, 0,     3600, perOrderLimit, limit-range",
        "a sale,     100, 0,   1,     3600,  3600, endTime,       not-after-start",
        "a sale,     100, 0,   1,     -9999999999, 3600, startTime, time-range",
        "a sale,     100, 0,   1,     0,     999999999999, endTime, time-range",
        "a sale,     100, 0,   1,     -200000, -100000, endTime,  past"
    })
    void a_value_that_cannot_be_names_its_field(
            String name, long total, long reserved, int limit, long from, long to, String field, String reason) {
        SeckillException refusal = refused(() -> editor.create(
                new ActivityDraft(name, total, reserved, limit, START.plusSeconds(from), START.plusSeconds(to)),
                "alice"));

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal.details()).containsEntry("field", field).containsEntry("reason", reason);
    }

    @Test
    void a_name_may_have_as_many_characters_as_its_column_and_no_more() {
        assertThat(editor.create(draft("🎁".repeat(128), 1), "alice").name()).isEqualTo("🎁".repeat(128));
        assertThat(refused(() -> editor.create(draft("🎁".repeat(129), 1), "alice"))
                        .details())
                .containsEntry("reason", "name-too-long");
    }

    @Test
    void an_order_may_take_as_many_units_as_a_request_may_name() {
        assertThat(ActivityDraft.MAX_PER_ORDER).isEqualTo(GrabRequest.MAX_QUANTITY);
    }

    private static ActivityDraft draft(String name, long total) {
        return new ActivityDraft(name, total, 0, 1, START, END);
    }

    private static SeckillException refused(Supplier<?> call) {
        SeckillException[] refusal = new SeckillException[1];
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(call::get)
                .satisfies(thrown -> refusal[0] = thrown);
        return refusal[0];
    }
}
