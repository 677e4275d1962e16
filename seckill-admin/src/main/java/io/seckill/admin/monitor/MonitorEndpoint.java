package io.seckill.admin.monitor;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.RequestId;
import io.seckill.common.Result;
import io.seckill.service.monitor.ActivityMonitor;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The figures of one sale, for programs; {@code scripts/verify.sh} asks here. */
@RestController
class MonitorEndpoint {

    private final ActivityMonitor monitor;
    private final Answers answers;

    MonitorEndpoint(ActivityMonitor monitor, Answers answers) {
        this.monitor = monitor;
        this.answers = answers;
    }

    @GetMapping("/admin/api/monitor")
    ResponseEntity<Result<MonitorJson>> monitor(HttpServletRequest request, Locale locale) {
        long activityId = RequestId.single("activityId", request.getParameterMap());
        return answers.ok(MonitorJson.of(monitor.snapshot(activityId)), locale);
    }
}
