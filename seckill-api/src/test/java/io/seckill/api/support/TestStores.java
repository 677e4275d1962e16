package io.seckill.api.support;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import java.util.LinkedHashMap;
import java.util.Map;

/** The one Redis and the one database that all tests of this JVM share; activities have ids of their own. */
public final class TestStores {

    private static final Database DATABASE = Stores.shared().newDatabase();

    private TestStores() {}

    public static Database database() {
        return DATABASE;
    }

    /** How to reach them, for Spring Boot. */
    public static Map<String, String> properties() {
        return new LinkedHashMap<>(Stores.shared().springProperties(DATABASE));
    }
}
