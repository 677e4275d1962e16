package io.seckill.admin.security;

/** What a user may do. */
enum Role {
    /** See everything, change nothing. */
    VIEWER,
    /** See and change everything. */
    OPERATOR
}
