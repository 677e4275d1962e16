package io.seckill.admin.web;

/**
 * What came of the operator's last press, shown once on the page that follows.
 *
 * @param good whether it was done
 * @param text for the operator
 */
public record Notice(boolean good, String text) {}
