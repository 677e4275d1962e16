package io.seckill.common.stores;

/** How a Redis keeps its append-only file. */
public enum Aof {
    /** {@code appendfsync everysec}: what the product recommends. A power cut loses about a second. */
    EVERYSEC,
    /** {@code appendfsync always}: a power cut loses nothing acknowledged. */
    ALWAYS,
    /** No file at all: a restart comes back empty. */
    OFF
}
