package io.seckill.service.audit;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.jspecify.annotations.Nullable;

/** The rows of {@link AuditLog}. */
@Mapper
interface AuditMapper {

    @Insert("INSERT INTO seckill_audit_log (actor, action, subject, before_data, after_data, at)"
            + " VALUES (#{actor}, #{action}, #{subject}, #{before}, #{after}, UTC_TIMESTAMP(3))")
    void insert(
            @Param("actor") String actor,
            @Param("action") String action,
            @Param("subject") String subject,
            @Param("before") @Nullable String before,
            @Param("after") @Nullable String after);
}
