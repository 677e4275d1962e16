// One buyer's purchase in one activity. Nothing is remembered between visits: the server is asked how things stand. This
// file knows nothing of the page; take it as it is into any front end.

import * as api from './api.js';
import { around, later } from './patience.js';

const FINAL = new Set(['PAID', 'CANCELLED', 'NOT_PLACED']);
const PASSING = new Set(['RATE_LIMITED', 'SYSTEM_BUSY', 'NOT_STARTED']);
/** Answers that say nothing of an order: somebody was busy, and the question stands. */
const NO_NEWS = new Set(['RATE_LIMITED', 'SYSTEM_BUSY', 'INTERNAL_ERROR']);
const MOST_TRIES = 4;

export class Purchase {
  /** The buyer's order as the server told it last; null if there is none, undefined while that is not known. */
  order = undefined;
  /** What is under way or was refused: {phase: 'sending' | … | 'refused', code, message}; the phases as in phases.js. */
  attempt = null;
  /** What is between us and the shop: 'network', 'busy' (it answers, but not what was asked), or nothing. */
  trouble = '';

  #activityId;
  #changed;
  #busy = false;
  #looking = false;
  #following = false;
  #missedNews = false;
  #stopped = false;
  #tokenWanted = false;
  #waiting = new Set();

  /** @param changed called after every change; `changed(true)` if there is news of an order */
  constructor(activityId, changed) {
    this.#activityId = activityId;
    this.#changed = changed;
  }

  /** Asks to buy one. However often it is called, one request is under way at a time. */
  async grab() {
    await this.#alone(() => this.#ask());
  }

  /** Cancels the order that waits for its payment, and goes on until it is known what became of that. */
  async cancel() {
    const { order } = this;
    if (order?.status === 'PENDING_PAYMENT') {
      await this.#alone(() => this.#askToCancel(order.orderId));
    }
  }

  async #alone(work) {
    if (this.#busy || this.#stopped) {
      return;
    }
    this.#busy = true;
    try {
      await work();
    } finally {
      this.#busy = false;
      this.#catchUp();
    }
  }

  async #ask() {
    const before = this.order?.orderId;
    for (let tries = 1; ; tries++) {
      if (!navigator.onLine) {
        return this.#refused({ code: 'OFFLINE' }); // nothing was sent
      }
      this.#attempted({ phase: 'sending' });
      let answer;
      try {
        answer = await this.#told(this.#send());
      } catch {
        return this.#findOut(before);
      }
      const { code, data } = answer;
      if (code === 'OK' || code === 'CONFIRMING' || code === 'DUPLICATE_ORDER') {
        return this.#found(data);
      }
      if (code === 'INTERNAL_ERROR') {
        return this.#findOut(before);
      }
      const again = tries < MOST_TRIES && this.#worthAnotherTry(answer);
      if (!again) {
        return this.#refused(answer);
      }
      if (again.after) {
        this.#attempted({ phase: 'retrying', code });
        await new Promise((resolve) => setTimeout(resolve, again.after));
      }
      if (this.#stopped) {
        return; // the next try would be another buyer's
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

  /**
   * The request went out and no answer came in. It never means "failed": ask until somebody knows.
   *
   * @param before the id of the order before this one, which is no answer
   */
  async #findOut(before) {
    this.#attempted({ phase: 'unsure' });
    for (let missing = 0, failures = 0; !this.#stopped; ) {
      const answer = await this.#status();
      const isNone = answer.code === 'ORDER_NOT_FOUND' || (answer.code === 'OK' && answer.data.orderId === before);
      if (answer.code === 'OK' && !isNone) {
        return this.#found(answer.data);
      }
      if (answer.code === 'UNAUTHENTICATED') {
        return this.#refused(answer);
      }
      // A request can arrive after the first question does.
      if (isNone && ++missing === 3) {
        this.#refused({ code: 'MISSED' });
        setTimeout(() => this.look(), 5000);
        return;
      }
      await this.#pause(isNone ? around(900) : later(failures++, answer.retryAfter));
    }
  }

  /**
   * What is cancelled stays so, and the same call says so: a lost answer is asked after by calling again. Whatever else
   * happened to the order meanwhile, paid in another tab or out of time, is answered as well.
   */
  async #askToCancel(orderId) {
    if (!navigator.onLine) {
      return this.#refused({ code: 'OFFLINE' });
    }
    this.#attempted({ phase: 'cancelling' });
    for (let failures = 0; !this.#stopped; failures++) {
      const answer = await this.#orNoNews(api.cancel(orderId));
      if (answer.code === 'OK' || answer.code === 'INVALID_STATE') {
        return this.#found(answer.data);
      }
      if (!answer.isNoNews) {
        return this.#refused({ ...answer, code: 'NOT_CANCELLED' });
      }
      // Of a call that was too many it is known that it did nothing.
      this.#attempted({ phase: answer.code === 'RATE_LIMITED' ? 'cancelling' : 'cancelUnsure' });
      await this.#pause(later(failures, answer.retryAfter));
      if (FINAL.has(this.order?.status)) {
        return this.#found(this.order);
      }
    }
  }

  /** Asks the server how things stand: when the page opens, comes back to the front, or another tab has news. */
  async look() {
    this.#wake();
    if (this.#busy || this.#looking || this.#following) {
      this.#missedNews = true;
      return;
    }
    this.#looking = true;
    await this.#lookUntilKnown();
    this.#looking = false;
    this.#catchUp();
  }

  async #lookUntilKnown() {
    this.#missedNews = false;
    for (let failures = 0; !this.#stopped && !this.#busy; failures++) {
      const answer = await this.#status();
      if (this.#busy || this.#stopped) {
        return;
      }
      if (answer.code === 'OK') {
        return this.#found(answer.data, false);
      }
      if (!answer.isNoNews) {
        this.order = null;
        return this.#changed();
      }
      await this.#pause(later(failures, answer.retryAfter));
    }
  }

  /** What was asked before the news came may have been answered without it. */
  #catchUp() {
    if (this.#missedNews && !this.#busy && !this.#looking && !this.#following && !this.#stopped) {
      this.look();
    }
  }

  /** Forgets a refusal, if it is this one: it no longer holds. */
  forget(code) {
    if (this.attempt?.phase === 'refused' && this.attempt.code === code) {
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
    let retryAfter = 0;
    while (!this.#stopped && this.order && !FINAL.has(this.order.status)) {
      await this.#pause(failures ? later(failures, retryAfter) : this.#pace());
      const { order } = this;
      if (this.#stopped || !order || FINAL.has(order.status)) {
        break;
      }
      // The first wait is short: how many are ahead is not known before.
      const wait = order.queueAhead === undefined ? 1000 : 5000;
      const answer = await this.#status(order.orderId, order.status === 'QUEUED' ? wait : 0);
      failures = answer.code === 'OK' ? 0 : failures + 1;
      retryAfter = answer.retryAfter;
      if (this.order !== order) {
        continue; // cancelled meanwhile, or another one: this answer is from before
      }
      if (answer.code === 'OK') {
        const isNews = answer.data.status !== order.status;
        if (isNews && this.attempt?.phase === 'refused') {
          this.attempt = null; // it was about the order as it was
        }
        this.order = answer.data;
        this.#changed(isNews);
      } else if (answer.code === 'ORDER_NOT_FOUND') {
        this.order = null;
        this.#changed();
      }
    }
    this.#following = false;
    this.#catchUp();
  }

  /** How long until the next question, ms: a long poll waits by itself, a payment is seldom made within seconds. */
  #pace() {
    const slow = document.hidden ? 30_000 : 4000;
    return around({ QUEUED: 100, CONFIRMING: 1000 }[this.order.status] ?? slow);
  }

  #status(orderId, waitMs) {
    return this.#orNoNews(api.status(this.#activityId, orderId, waitMs));
  }

  /** The answer with `isNoNews`, whether it tells anything of the order; the outcome is never guessed. */
  async #orNoNews(asking) {
    try {
      const answer = await this.#told(asking);
      return { ...answer, isNoNews: NO_NEWS.has(answer.code) };
    } catch {
      return { code: '', data: null, retryAfter: 0, isNoNews: true };
    }
  }

  /** The answer; by the way, whether the shop can be reached. */
  async #told(asking) {
    try {
      const answer = await asking;
      this.#isTroubled(answer.code === 'SYSTEM_BUSY' || answer.code === 'INTERNAL_ERROR' ? 'busy' : '');
      return answer;
    } catch (failure) {
      this.#isTroubled(failure.trouble);
      throw failure;
    }
  }

  #isTroubled(trouble) {
    if (this.trouble !== trouble) {
      this.trouble = trouble;
      this.#changed();
    }
  }

  #found(order, isNews = true) {
    this.order = order;
    this.attempt = null;
    this.#changed(isNews);
    this.#wake();
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

  /** Waits, but not longer than until the network or the reader is back. An order may be followed and cancelled at once. */
  #pause(ms) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
    });
  }

  #wake() {
    this.#waiting.forEach((done) => done());
  }
}
