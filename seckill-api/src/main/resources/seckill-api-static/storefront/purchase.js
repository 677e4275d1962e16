// One buyer's purchase in one activity. Nothing is remembered between visits: the server is asked how things stand. This
// file knows nothing of the page; take it as it is into any front end.

import * as api from './api.js';

const FINAL = new Set(['PAID', 'CANCELLED', 'NOT_PLACED']);
const PASSING = new Set(['RATE_LIMITED', 'SYSTEM_BUSY', 'NOT_STARTED']);
const MOST_TRIES = 4;

/** Somewhere around so many ms: those who fail together must not come back together. */
const around = (ms) => ms * (0.75 + Math.random() / 2);
const growing = (failures) => around(Math.min(15_000, 500 * 2 ** failures));

export class Purchase {
  /** The buyer's order as the server told it last; null if there is none, undefined while that is not known. */
  order = undefined;
  /** What is under way or was refused: {phase: 'sending' | 'retrying' | 'unsure' | 'refused', code, message}. */
  attempt = null;
  /** Whether the server cannot be reached at the moment. */
  lost = false;

  #activityId;
  #changed;
  #busy = false;
  #following = false;
  #stopped = false;
  #tokenWanted = false;
  #wake = () => {};

  /** @param changed called after every change; `changed(true)` if there is news of an order */
  constructor(activityId, changed) {
    this.#activityId = activityId;
    this.#changed = changed;
  }

  /** Asks to buy one. However often it is called, one request is under way at a time. */
  async grab() {
    if (this.#busy || this.#stopped) {
      return;
    }
    this.#busy = true;
    try {
      await this.#ask();
    } finally {
      this.#busy = false;
    }
  }

  async #ask() {
    for (let tries = 1; ; tries++) {
      if (!navigator.onLine) {
        return this.#refused({ code: 'OFFLINE' }); // nothing was sent
      }
      this.#attempted({ phase: 'sending' });
      let answer;
      try {
        answer = await this.#send();
      } catch {
        return this.#findOut();
      }
      const { code, data } = answer;
      if (code === 'OK' || code === 'CONFIRMING' || code === 'DUPLICATE_ORDER') {
        return this.#found(data);
      }
      if (code === 'INTERNAL_ERROR') {
        return this.#findOut();
      }
      const again = tries < MOST_TRIES && this.#worthAnotherTry(answer);
      if (!again) {
        return this.#refused(answer);
      }
      if (again.after) {
        this.#attempted({ phase: 'retrying', code });
        await this.#pause(again.after);
      }
    }
  }

  /** A definite no that will pass: the server was busy, the page a moment early, or a token is wanted. */
  #worthAnotherTry({ code, data, retryAfter }) {
    if (code === 'FORBIDDEN' && data?.reason?.startsWith('token_')) {
      this.#tokenWanted = true;
      return { after: 0 };
    }
    const early = code === 'NOT_STARTED' && data?.startsInMs > 0 && data.startsInMs < 3000;
    if (early) {
      return { after: data.startsInMs };
    }
    return PASSING.has(code) && retryAfter ? { after: retryAfter + around(400) } : null;
  }

  async #send() {
    if (!this.#tokenWanted) {
      return api.order(this.#activityId);
    }
    const issued = await api.purchaseToken(this.#activityId);
    return issued.code === 'OK' ? api.order(this.#activityId, issued.data.token) : issued;
  }

  /** The request went out and no answer came in. It never means "failed": ask until somebody knows. */
  async #findOut() {
    this.#attempted({ phase: 'unsure' });
    for (let asked = 0, failures = 0; !this.#stopped; ) {
      const answer = await this.#status();
      if (answer?.code === 'OK') {
        return this.#found(answer.data);
      }
      if (answer?.code === 'UNAUTHENTICATED') {
        return this.#refused(answer);
      }
      // A request can arrive after the first question does.
      if (answer?.code === 'ORDER_NOT_FOUND' && ++asked === 3) {
        this.#refused({ code: 'MISSED' });
        setTimeout(() => this.look(), 5000);
        return;
      }
      await this.#pause(asked ? around(900) : growing(failures++));
    }
  }

  /** Asks the server how things stand: when the page opens, comes back to the front, or another tab has news. */
  async look() {
    this.#wake();
    if (this.#busy || this.#following) {
      return;
    }
    for (let failures = 0; !this.#stopped && !this.#busy; failures++) {
      const answer = await this.#status();
      if (this.#busy) {
        return;
      }
      if (answer?.code === 'OK') {
        return this.#found(answer.data, false);
      }
      if (answer && answer.code !== 'SYSTEM_BUSY' && answer.code !== 'RATE_LIMITED') {
        this.order = null;
        return this.#changed();
      }
      await this.#pause(growing(failures));
    }
  }

  /** Forgets a refusal that no longer holds. */
  tryAgain() {
    if (this.attempt?.phase === 'refused') {
      this.#attempted(null);
    }
  }

  /** No further calls; the page shows another buyer. */
  stop() {
    this.#stopped = true;
    this.#wake();
  }

  /** Follows an order until it is final. */
  async #follow() {
    if (this.#following) {
      return;
    }
    this.#following = true;
    let failures = 0;
    while (!this.#stopped && this.order && !FINAL.has(this.order.status)) {
      await this.#pause(failures ? growing(failures) : this.#pace());
      if (this.#stopped) {
        break;
      }
      const { orderId, status, queueAhead } = this.order;
      // The first wait is short: how many are ahead is not known before.
      const wait = queueAhead === undefined ? 1000 : 5000;
      const answer = await this.#status(orderId, status === 'QUEUED' ? wait : 0);
      failures = answer?.code === 'OK' ? 0 : failures + 1;
      if (answer?.code === 'OK') {
        this.order = answer.data;
        this.#changed(this.order.status !== status);
      } else if (answer?.code === 'ORDER_NOT_FOUND') {
        this.order = null;
        this.#changed();
      }
    }
    this.#following = false;
  }

  /** How long until the next question, ms: a long poll waits by itself, a payment is seldom made within seconds. */
  #pace() {
    const slow = document.hidden ? 30_000 : 4000;
    return around({ QUEUED: 100, CONFIRMING: 1000 }[this.order.status] ?? slow);
  }

  /** The answer, or null if there is none; the outcome is never guessed. */
  async #status(orderId, waitMs) {
    try {
      const answer = await api.status(this.#activityId, orderId, waitMs);
      this.#isLost(false);
      return answer;
    } catch {
      this.#isLost(true);
      return null;
    }
  }

  #isLost(lost) {
    if (this.lost !== lost) {
      this.lost = lost;
      this.#changed();
    }
  }

  #found(order, isNews = true) {
    this.order = order;
    this.attempt = null;
    this.lost = false;
    this.#changed(isNews);
    this.#follow();
  }

  #attempted(attempt) {
    this.attempt = attempt;
    this.#changed();
  }

  #refused({ code, message }) {
    if (this.order === undefined) {
      this.order = null;
    }
    this.#attempted({ phase: 'refused', code, message, at: performance.now() });
  }

  /** Waits, but not longer than until the network or the reader is back. */
  #pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * What a buyer sees of an activity.
 *
 * @param activity as the API lists it
 * @param purchase the buyer's
 * @param now the server's time, epoch ms
 * @returns {string} upcoming, preparing, ready, sending, retrying, unsure, queued, confirming, processing, unpaid, late,
 *   paid, soldOut, ended, again (a definite no that may pass) or refused
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
  if (activity.state === 'CLOSED' || activity.state === 'ARCHIVED' || now >= Date.parse(activity.endTime)) {
    return 'ended';
  }
  if (now < Date.parse(activity.startTime)) {
    return 'upcoming';
  }
  if (attempt) {
    return { SOLD_OUT: 'soldOut', ENDED: 'ended', FORBIDDEN: 'refused', REGRAB_LIMIT: 'refused' }[attempt.code] ?? 'again';
  }
  if (activity.state !== 'OPEN') {
    return 'preparing';
  }
  return activity.remaining === 0 ? 'soldOut' : 'ready';
}
