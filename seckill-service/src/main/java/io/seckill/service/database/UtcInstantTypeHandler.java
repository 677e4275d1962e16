package io.seckill.service.database;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;
import org.apache.ibatis.type.MappedTypes;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Instants as DATETIME in UTC. They travel as {@link LocalDateTime}, which the driver leaves alone, so neither the JVM's
 * time zone nor the session's nor the connection's settings can shift them.
 */
@Component
@MappedTypes(Instant.class)
class UtcInstantTypeHandler extends BaseTypeHandler<Instant> {

    @Override
    public void setNonNullParameter(PreparedStatement statement, int index, Instant value, @Nullable JdbcType type)
            throws SQLException {
        statement.setObject(index, LocalDateTime.ofInstant(value, ZoneOffset.UTC));
    }

    @Override
    public @Nullable Instant getNullableResult(ResultSet result, String column) throws SQLException {
        return instant(result.getObject(column, LocalDateTime.class));
    }

    @Override
    public @Nullable Instant getNullableResult(ResultSet result, int column) throws SQLException {
        return instant(result.getObject(column, LocalDateTime.class));
    }

    @Override
    public @Nullable Instant getNullableResult(CallableStatement call, int column) throws SQLException {
        return instant(call.getObject(column, LocalDateTime.class));
    }

    private static @Nullable Instant instant(@Nullable LocalDateTime utc) {
        return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
    }
}
