package io.seckill.api.web;

import java.util.Set;

/**
 * The addresses that take a body, and how large; everywhere else one is refused unread.
 *
 * @param paths exact paths
 * @param maxBytes the most that is read of a body
 */
public record BodyPaths(Set<String> paths, int maxBytes) {}
