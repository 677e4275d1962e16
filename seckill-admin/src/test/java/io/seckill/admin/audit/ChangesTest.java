package io.seckill.admin.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.audit.Changes.Change;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What is read out of two states on record. */
class ChangesTest {

    private final Changes changes = new Changes(new JsonMapper());

    @Test
    void only_what_differs_is_told() {
        assertThat(changes.between(
                        "{\"state\":\"DRAFT\",\"epoch\":0,\"id\":7}", "{\"state\":\"OPEN\",\"epoch\":1,\"id\":7}"))
                .containsExactly(new Change("state", "DRAFT", "OPEN"), new Change("epoch", "0", "1"));
    }

    @Test
    void of_what_was_not_there_all_is_told() {
        assertThat(changes.between(null, "{\"id\":7,\"name\":\"tea\",\"end\":null}"))
                .containsExactly(new Change("id", null, "7"), new Change("name", null, "tea"));
        assertThat(changes.between("{\"id\":7}", null)).containsExactly(new Change("id", "7", null));
        assertThat(changes.between(null, null)).isEmpty();
    }

    @Test
    void what_is_said_of_the_thing_before_alone_is_no_change() {
        assertThat(changes.between("{\"messageId\":\"9\",\"state\":\"OPEN\"}", "{\"state\":\"REPLAYED\"}"))
                .containsExactly(new Change("messageId", null, "9"), new Change("state", "OPEN", "REPLAYED"));
    }

    @Test
    void what_is_told_within_stands_beside_the_rest() {
        assertThat(changes.between(
                        "{\"id\":7,\"stock\":5}", "{\"activity\":{\"id\":7,\"stock\":9},\"ledgerNo\":2,\"units\":4}"))
                .containsExactly(
                        new Change("stock", "5", "9"),
                        new Change("ledgerNo", null, "2"),
                        new Change("units", null, "4"));
    }

    @Test
    void what_is_no_json_is_told_as_it_is() {
        assertThat(changes.between("{\"id\":", "cut off")).containsExactly(new Change("", "{\"id\":", "cut off"));
    }
}
