// What is yours to change: who is buying, and where an order is paid. The other files know nothing of either.
//
// With seckill.identity.mode=jwt put a script of your own before app.js that gives the page a way to get a token:
//
//   globalThis.seckillToken = async () => (await fetch('/my/token')).text();
//
// It is asked before every call, so keep the token until it is about to expire. With the mode `header` your gateway says
// who is buying. With `param`, for development, the page makes up a buyer and lets you choose another.

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

/** @returns {string} the buyer that this browser makes up */
export function buyer() {
  let id = localStorage.getItem(KEPT);
  if (!id) {
    id = String(1_000_000_000 + Math.floor(Math.random() * 9_000_000_000));
    localStorage.setItem(KEPT, id);
  }
  return id;
}

/** @param {string} id a positive decimal number; empty for a new one */
export const setBuyer = (id) => localStorage.setItem(KEPT, id);

/** @returns {string} the page where an order is paid, or empty if this page cannot know it */
export const payAddress = (orderId) => pay.replace('{orderId}', orderId);
