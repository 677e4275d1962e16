package io.seckill.service.audit;

import java.util.List;
import org.springframework.stereotype.Service;

/** Reads what the audit log holds. */
@Service
public class AuditTrail {

    private final AuditMapper rows;

    AuditTrail(AuditMapper rows) {
        this.rows = rows;
    }

    /**
     * Lists rows, the newest first.
     *
     * @param query which
     * @return at most as many as asked for
     * @throws org.springframework.dao.DataAccessException if MySQL is away
     */
    public List<AuditEntry> page(AuditQuery query) {
        return rows.page(query);
    }
}
