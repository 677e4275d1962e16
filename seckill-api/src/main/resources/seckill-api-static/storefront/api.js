// The calls of the public API, and nothing but these.

import { measure } from './clock.js';
import { credentials } from './shop.js';
import { language } from './texts.js';

/** Nobody answered, or nobody we know. Whatever was asked for may have been done all the same. */
export class NoAnswer extends Error {
  /** @param trouble what is in the way: 'network', or 'busy' if something on the shop's side said so */
  constructor(message, trouble = 'network') {
    super(message);
    this.trouble = trouble;
  }
}

/**
 * @typedef {{code: string, message: string, data: any, retryAfter: number}} Answer
 *   code and data as the API documents them; retryAfter in ms, 0 if the server does not say
 */

/** @returns {Promise<Answer>} the activities; measures the server's clock by the way */
export async function activities() {
  const sentAt = performance.now();
  const answer = await send('GET', '/seckill/activities');
  if (answer.code === 'OK') {
    measure(answer.data.serverTime, sentAt, performance.now());
  }
  return answer;
}

/** Asks to buy one. Asking again is safe: a buyer has one live order, and is told of it. @returns {Promise<Answer>} */
export const order = (activityId, token) =>
  sendAsBuyer('POST', '/seckill/order', { activityId }, token ? { 'X-Seckill-Token': token } : {});

/** Fetches a purchase token, where a sale asks for one. @returns {Promise<Answer>} */
export const purchaseToken = (activityId) => sendAsBuyer('POST', '/seckill/order/token', { activityId });

/** Cancels an order that waits for its payment. Asking again is safe, and tells how it stands. @returns {Promise<Answer>} */
export const cancel = (orderId) => sendAsBuyer('POST', `/seckill/order/${orderId}/cancel`, {});

/** Asks what became of an order; waits up to waitMs while it is QUEUED. @returns {Promise<Answer>} */
export const status = (activityId, orderId, waitMs = 0) =>
  sendAsBuyer('GET', '/seckill/order/status', {
    activityId,
    ...(orderId && { orderId }),
    ...(waitMs && { waitMs }),
  });

async function sendAsBuyer(method, path, query, headers = {}) {
  let own;
  try {
    own = await credentials();
  } catch (failure) {
    return { code: 'UNAUTHENTICATED', message: failure.message, data: null, retryAfter: 0 }; // nothing was sent
  }
  return send(method, path, { ...query, ...own.query }, { ...headers, ...own.headers });
}

async function send(method, path, query = {}, headers = {}) {
  const patience = 15_000 + Number(query.waitMs ?? 0);
  const search = new URLSearchParams(query).toString();
  let response;
  try {
    response = await fetch(search ? `${path}?${search}` : path, {
      method,
      headers: { 'Accept-Language': language(), ...headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    const { code, message, data } = await response.json();
    if (code) {
      return { code, message, data, retryAfter: 1000 * Number(response.headers.get('Retry-After') ?? 0) };
    }
  } catch (failure) {
    throw new NoAnswer(failure.message, troubleOf(response));
  }
  throw new NoAnswer(`HTTP ${response.status} from something in between`, troubleOf(response));
}

/** A 5xx of something in front of the shop, which need not speak JSON, is no fault of the buyer's network. */
const troubleOf = (response) => (response?.status >= 500 ? 'busy' : 'network');
