package io.seckill.service.audit;

import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
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

    /**
     * @param query which
     * @return the newest first
     */
    @Select("<script>SELECT id, actor, action, subject, before_data, after_data, at FROM seckill_audit_log"
            + " WHERE id &lt; #{before}"
            + "<if test='actor != null'> AND actor = #{actor}</if>"
            + "<if test='subject != null'> AND subject = #{subject}</if>"
            + " ORDER BY id DESC LIMIT #{limit}</script>")
    List<AuditEntry> page(AuditQuery query);
}
