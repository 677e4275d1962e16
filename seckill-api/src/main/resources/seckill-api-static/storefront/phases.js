// What a buyer sees of an activity, by what is known of it and of their order.

/**
 * @param activity as the API lists it
 * @param purchase the buyer's
 * @param now the server's time, epoch ms
 * @returns {string} planned (not open for sale, and not yet time), upcoming, preparing, unopened (time, but the shop has
 *   not opened it), ready, sending, retrying, unsure, queued, confirming, processing, unpaid, cancelling,
 *   cancelUnsure (the answer to that was lost), late, paid, soldOut, ended, again (a definite no that may pass) or refused
 */
export function phaseOf(activity, { order, attempt }, now) {
  const alive = { QUEUED: 'queued', CONFIRMING: 'confirming', PROCESSING: 'processing', PAID: 'paid' }[order?.status];
  if (attempt && attempt.phase !== 'refused') {
    return attempt.phase;
  }
  if (alive) {
    return alive;
  }
  if (order?.status === 'PENDING_PAYMENT') {
    return now < Date.parse(order.payBefore) ? 'unpaid' : 'late';
  }
  if (isOver(activity, now)) {
    return 'ended';
  }
  if (now < Date.parse(activity.startTime)) {
    return isWarm(activity) ? 'upcoming' : 'planned';
  }
  if (attempt) {
    return { SOLD_OUT: 'soldOut', ENDED: 'ended', FORBIDDEN: 'refused', REGRAB_LIMIT: 'refused' }[attempt.code] ?? 'again';
  }
  if (!isWarm(activity)) {
    return activity.state === 'WARMING' ? 'preparing' : 'unopened';
  }
  return activity.remaining === 0 ? 'soldOut' : 'ready';
}

/** Whether nothing is sold any more. */
export const isOver = ({ state, endTime }, now) =>
  state === 'CLOSED' || state === 'ARCHIVED' || now >= Date.parse(endTime);

/** Whether it sells within its window; else its button will not light up by the clock alone. */
export const isWarm = ({ state }) => state === 'OPEN';

/** Whether it sells now, as far as the clock and its state say. */
export const isOn = (activity, now) =>
  isWarm(activity) && !isOver(activity, now) && now >= Date.parse(activity.startTime);
