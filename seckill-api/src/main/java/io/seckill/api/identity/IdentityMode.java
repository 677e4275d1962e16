package io.seckill.api.identity;

/** The ways to tell who is asking. The one in use is a bean. */
public enum IdentityMode {
    /** A bearer token. */
    JWT,
    /** A gateway in front, trusted by a shared secret, names the user. */
    HEADER,
    /** The request itself names the user. */
    PARAM
}
