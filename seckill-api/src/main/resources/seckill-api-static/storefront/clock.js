// The server's clock. A countdown by the phone's own would be off by whatever the phone is off.

let offset = 0; // to be added to performance.now(), ms
let uncertainty = Infinity; // how wrong that may be, ms

/**
 * Measures: an answer brought the server's time. It was right somewhere between sending and receiving, so the quickest
 * answer is the best measurement, until one contradicts it: the phone slept, or the server's clock was put right.
 *
 * @param {string} serverTime ISO-8601
 * @param {number} sentAt performance.now() before the call
 * @param {number} receivedAt performance.now() after it
 */
export function measure(serverTime, sentAt, receivedAt) {
  const most = (receivedAt - sentAt) / 2;
  const measured = Date.parse(serverTime) - receivedAt + most;
  if (most <= uncertainty || Math.abs(measured - offset) > most + uncertainty) {
    offset = measured;
    uncertainty = most;
  }
  uncertainty += 1; // clocks drift: measure anew every now and then
}

/** @returns {number} the server's time, epoch ms */
export const now = () => performance.now() + offset;
