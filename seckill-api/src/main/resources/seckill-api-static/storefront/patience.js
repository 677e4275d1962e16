// How long to wait before asking again.

const LONGEST = 15_000;

/** @returns {number} somewhere around so many ms: those who fail together must not come back together */
export const around = (ms) => ms * (0.75 + Math.random() / 2);

/**
 * @param {number} failures how many there were in a row before this one
 * @param {number} least what the server asked for, ms
 * @returns {number} a wait in ms that grows with every failure, half a second at first
 */
export const later = (failures, least = 0) => Math.max(least, around(Math.min(LONGEST, 500 * 2 ** failures)));
