package io.seckill.admin.chaos;

import io.seckill.admin.AdminApplication;
import io.seckill.api.ApiApplication;
import io.seckill.service.WorkerApplication;
import java.util.Locale;

/** The kinds of processes. */
enum Role {
    ADMIN(AdminApplication.class, "/login"),
    API(ApiApplication.class, "/seckill/activities"),
    WORKER(WorkerApplication.class, "/actuator/health/liveness");

    private final Class<?> main;
    private final String sign;

    Role(Class<?> main, String sign) {
        this.main = main;
        this.sign = sign;
    }

    /** The class that starts one. */
    Class<?> main() {
        return main;
    }

    /** The path that answers 200 when it takes requests. */
    String sign() {
        return sign;
    }

    /** As it begins the names of its processes. */
    String lower() {
        return name().toLowerCase(Locale.ROOT);
    }
}
