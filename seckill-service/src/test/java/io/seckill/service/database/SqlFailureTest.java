package io.seckill.service.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

class SqlFailureTest {

    @ParameterizedTest
    @CsvSource({
        "1062, 23000, DUPLICATE",
        "1213, 40001, DEADLOCK",
        "1205, HY000, INFRASTRUCTURE",
        "1290, HY000, INFRASTRUCTURE",
        "1040, 08004, INFRASTRUCTURE",
        "1114, HY000, INFRASTRUCTURE",
        "0,    08S01, INFRASTRUCTURE",
        "1406, 22001, DATA",
        "1264, 22003, DATA"
    })
    void the_servers_number_and_state_decide(int code, String state, SqlFailure meaning) {
        Exception failure = new RecoverableDataAccessException("failed", new SQLException("failed", state, code));

        assertThat(SqlFailure.of(failure)).isEqualTo(meaning);
    }

    @Test
    void a_transaction_that_cannot_be_ended_is_nobodys_fault() {
        assertThat(SqlFailure.of(new TransactionSystemException(
                        "JDBC rollback failed", new SQLException("Connection is closed"))))
                .isEqualTo(SqlFailure.INFRASTRUCTURE);
        assertThat(SqlFailure.of(new CannotCreateTransactionException("no connection")))
                .isEqualTo(SqlFailure.INFRASTRUCTURE);
    }

    @Test
    void what_is_no_failure_of_the_database_is_not_taken_for_one() {
        assertThat(SqlFailure.of(new IllegalStateException("ours"))).isEqualTo(SqlFailure.DATA);
    }
}
