// What is yours to change: who is buying, and where an order is paid. The other files know nothing of either.
//
// With seckill.identity.mode=jwt put a script of your own before app.js that gives the page a way to get a token:
//
//   globalThis.seckillToken = async () => (await fetch('/my/token')).text();
//
// It is asked before every call, so keep the token until it is about to expire. With the mode `header` your gateway says
// who is buying. With `param`, for development, the page makes up a buyer and lets you choose another.

import { keep, recall } from './memory.js';

const { identity, pay } = document.documentElement.dataset;
const KEPT = 'seckill.buyer';

/** @returns {Promise<{query?: object, headers?: object}>} what a call must carry to be this buyer's */
export async function credentials() {
  if (identity === 'param') {
    return { query: { userId: buyer() } };
  }
  const token = await globalThis.seckillToken?.();
  return token ? { headers: { Authorization: `Bearer ${token}` } } : {};
}

/** Whether the visitor may choose who to be. */
export const buyersAreMadeUp = identity === 'param';

/** Whether the server would take this as a buyer: a positive decimal number of 63 bits. */
export const isBuyer = (id) => /^[1-9][0-9]{0,18}$/.test(id) && BigInt(id) < 2n ** 63n;

/** @returns {string} the buyer that this browser makes up */
export function buyer() {
  let id = recall(KEPT);
  if (!isBuyer(id)) {
    id = String(1_000_000_000 + Math.floor(Math.random() * 9_000_000_000));
    keep(KEPT, id);
  }
  return id;
}

/** @param {string} id one that isBuyer; empty for a new one */
export const setBuyer = (id) => keep(KEPT, id);

/** @returns {string} the page where an order is paid, or empty if this page cannot know it */
export const payAddress = (orderId) => pay.replace('{orderId}', orderId);
