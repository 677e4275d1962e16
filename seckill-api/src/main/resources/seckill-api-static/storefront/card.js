// How one activity looks. It is built once and then changed in place, so that focus and screen readers stay where they
// are; only a change of phase is read out.

import { Cancelling } from './cancelling.js';
import { now } from './clock.js';
import { button, element, say } from './elements.js';
import { phaseOf } from './phases.js';
import { Purchase } from './purchase.js';
import { payAddress } from './shop.js';
import { date, text, time } from './texts.js';

const WORKING = new Set(['sending', 'retrying', 'unsure', 'queued', 'confirming', 'processing', 'late', 'cancelling',
  'cancelUnsure']);
const BUYING = new Set(['asking', 'ready', 'again', 'sending', 'retrying', 'unsure']);
const GONE = new Set(['CANCELLED', 'NOT_PLACED']);
const ACTIVE = new Set(['ready', 'again', 'unpaid']);
const SETTLED = 600;
const HURRY = 60_000;
const SOLD_OUT_FOR = 3000; // a list may be a moment older than the answer to an order

export class Card {
  /** @param tellOthers called when there is news of an order that other tabs should ask about */
  constructor(activity, tellOthers) {
    this.activity = activity;
    this.purchase = new Purchase(activity.id, (isNews) => {
      this.show();
      if (isNews) {
        tellOthers(activity.id);
      }
    });
    this.name = element('h2', '');
    this.name.id = `sale-${activity.id}`;
    this.times = element('p', 'times');
    this.left = element('p', 'left');
    this.clockLabel = element('span', '');
    this.clock = element('span', 'digits');
    this.countdown = element('p', 'countdown', this.clockLabel, this.clock);
    this.countdown.setAttribute('role', 'timer');
    this.headline = element('p', 'headline');
    this.headline.setAttribute('role', 'status');
    this.detail = element('p', 'detail');
    this.button = button('act', () => this.act());
    this.button.setAttribute('aria-describedby', this.name.id);
    this.number = element('p', 'number');
    this.cancelling = new Cancelling(this.name.id, this.button, () => this.purchase.cancel());
    const head = element('div', 'head', this.name, this.left);
    this.root = element('article', 'card', head, this.times, this.countdown, this.headline, this.detail, this.button,
      this.number, this.cancelling.button, this.cancelling.dialog);
    this.root.setAttribute('aria-labelledby', this.name.id);
    this.root.dataset.activity = activity.id;
    this.openedAt = performance.now();
  }

  /** Takes what the list says now. */
  refresh(activity) {
    const { attempt } = this.purchase;
    if (activity.remaining > 0 && performance.now() - attempt?.at > SOLD_OUT_FOR) {
      this.purchase.forget('SOLD_OUT');
    }
    this.activity = activity;
    this.show();
  }

  /** @returns {string} see phaseOf; `asking` for a moment, rather than a button that is about to vanish */
  phase() {
    const phase = phaseOf(this.activity, this.purchase, now());
    const unknown = this.purchase.order === undefined && performance.now() - this.openedAt < 1500;
    return unknown && phase === 'ready' ? 'asking' : phase;
  }

  act() {
    const phase = this.phase();
    if (!this.canAct(phase)) {
      return;
    }
    if (phase === 'unpaid') {
      location.assign(payAddress(this.purchase.order.orderId));
    } else {
      this.purchase.grab();
    }
  }

  /** Whether a click counts. The second half of a double click on "grab" is none on "pay", which comes in its place. */
  canAct(phase) {
    const settled = phase !== 'unpaid' || performance.now() - this.since > SETTLED;
    return settled && ACTIVE.has(phase);
  }

  show() {
    const phase = this.phase();
    const { order, attempt, trouble } = this.purchase;
    if (this.root.dataset.phase !== phase) {
      this.root.dataset.phase = phase;
      this.since = performance.now();
    }
    this.root.dataset.working = WORKING.has(phase);
    say(this.name, this.activity.name);
    say(this.times, `${date(this.activity.startTime)} – ${date(this.activity.endTime)}`);
    this.showLeft(phase);
    this.showCountdown(phase);
    say(this.headline, this.saysFor(phase));
    say(this.detail, this.detailFor(phase, order, attempt, trouble));
    this.showButton(phase);
    say(this.number, order && !GONE.has(order.status) ? text('number', order.orderId) : '');
    this.cancelling.show(phase === 'unpaid');
  }

  showLeft(phase) {
    const { remaining } = this.activity;
    this.left.hidden = remaining === undefined || !BUYING.has(phase);
    say(this.left, text('left', remaining));
  }

  showCountdown(phase) {
    const { startTime, endTime } = this.activity;
    const payBefore = this.purchase.order?.payBefore;
    const until = { planned: startTime, upcoming: startTime, ready: endTime, again: endTime, unpaid: payBefore }[phase];
    this.countdown.hidden = !until;
    if (until) {
      const left = Date.parse(until) - now();
      say(this.clockLabel, text(`${phase === 'again' ? 'ready' : phase}.until`));
      say(this.clock, time(left));
      this.countdown.classList.toggle('hurry', phase === 'unpaid' && left < HURRY);
    }
  }

  saysFor(phase) {
    const hurry = phase === 'unpaid' && Date.parse(this.purchase.order.payBefore) - now() < HURRY;
    const cancelled = phase === 'ready' && this.purchase.order?.status === 'CANCELLED';
    return text(hurry ? 'hurry' : cancelled ? 'cancelled.says' : `${phase}.says`);
  }

  detailFor(phase, order, attempt, trouble) {
    if (trouble && !attempt) {
      return text(trouble);
    }
    if (phase === 'queued' && order.queueAhead) {
      return text('queued.ahead', order.queueAhead);
    }
    if (attempt?.phase === 'refused' && ['again', 'refused', 'unpaid'].includes(phase)) {
      return text(`refused.${attempt.code}`) || attempt.message || text('refused.other');
    }
    if (order?.status === 'CANCELLED' && !attempt) {
      return text(`cancelled.${order.closeReason}`) || text('cancelled.other');
    }
    if (order?.status === 'NOT_PLACED' && !attempt) {
      return text('notPlaced');
    }
    return text(`${phase}.detail`);
  }

  /** A button that cannot be pressed just now keeps the focus: the next state is often a matter of a second. */
  showButton(phase) {
    const cannotPay = phase === 'unpaid' && !payAddress('');
    const label = cannotPay ? '' : text(`${phase}.button`);
    this.button.hidden = !label;
    this.button.setAttribute('aria-disabled', String(!this.canAct(phase)));
    say(this.button, label);
  }
}
