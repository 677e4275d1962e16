// The page: which activities there are, who is buying, in which language. The purchase itself is in purchase.js.

import { activities } from './api.js';
import { onOtherBuyer, showBuyer } from './buyer.js';
import { Card } from './card.js';
import { now } from './clock.js';
import { say } from './elements.js';
import { around, later } from './patience.js';
import { isOn, isOver } from './phases.js';
import { buyer, buyersAreMadeUp } from './shop.js';
import { language, otherLanguage, setLanguage, text } from './texts.js';

const SHOWN_AFTER_END = 24 * 3600_000;
const MOST_SHOWN = 20;

const sales = document.getElementById('sales');
const notice = document.getElementById('notice');
const others = new BroadcastChannel('seckill');

let cards = new Map();
let standing = 'loading'; // of the list: loading, fine, or what is in the way: network or busy
let failures = 0;
let timer;

const tellOthers = (activityId) => others.postMessage({ activityId, buyer: buyersAreMadeUp ? buyer() : '' });

/** Those that sell now first, then those to come, the nearest first, then what is over. */
function inOrder(list) {
  const rank = (a) => (isOver(a, now()) ? 2 : isOn(a, now()) ? 0 : 1);
  return list
    .filter((a) => a.state !== 'ARCHIVED' && now() < Date.parse(a.endTime) + SHOWN_AFTER_END)
    .sort((a, b) => rank(a) - rank(b) || (rank(a) === 1 ? Date.parse(a.startTime) - Date.parse(b.startTime) : 0))
    .slice(0, MOST_SHOWN);
}

/** An order can only be there once the sale has begun; before that there is nothing to ask. */
const mayHaveOrder = (activity) => activity.state !== 'DRAFT' && now() >= Date.parse(activity.startTime);

function showList(list) {
  const before = cards;
  cards = new Map();
  for (const activity of inOrder(list)) {
    const card = before.get(activity.id) ?? new Card(activity, tellOthers);
    before.delete(activity.id);
    cards.set(activity.id, card);
    card.refresh(activity);
    if (card.purchase.order === undefined && !card.asked && mayHaveOrder(activity)) {
      card.asked = true;
      card.purchase.look();
    }
  }
  before.forEach((card) => card.purchase.stop());
  const roots = [...cards.values()].map((card) => card.root);
  // Moving an element takes the focus from it.
  if (roots.length !== sales.children.length || roots.some((root, i) => root !== sales.children[i])) {
    sales.replaceChildren(...roots);
  }
}

async function refresh() {
  clearTimeout(timer);
  let answer = null;
  try {
    answer = await activities();
    standing = answer.code === 'OK' ? 'fine' : 'busy';
  } catch (failure) {
    standing = failure.trouble;
  }
  if (standing === 'fine') {
    showList(answer.data.activities);
  }
  showNotice();
  failures = standing === 'fine' ? 0 : failures + 1;
  clearTimeout(timer);
  // Everybody's page was opened by the same message; let them not ask in step.
  timer = setTimeout(() => document.hidden || refresh(), failures ? later(failures, answer?.retryAfter) : around(pace()));
}

/** How long a list is good for, ms: less while something is about to start or is selling. */
function pace() {
  const isClose = ({ activity }) =>
    now() > Date.parse(activity.startTime) - 20_000 && now() < Date.parse(activity.endTime);
  return [...cards.values()].some(isClose) ? 3000 : 15_000;
}

function showNotice() {
  const words = standing === 'fine' ? (cards.size ? '' : text('empty')) : text(standing);
  say(notice, words);
  notice.hidden = !words;
}

function showTexts() {
  document.documentElement.lang = language();
  document.title = `${text('title')} · Seckill`;
  document.getElementById('title').textContent = text('title');
  const toggle = document.getElementById('language');
  toggle.textContent = text('otherLanguage');
  toggle.lang = otherLanguage();
  showBuyer();
  showNotice();
  cards.forEach((card) => card.show());
}

/** What the last buyer saw is none of the next one's, even if no list comes. */
function becomeAnother() {
  cards.forEach((card) => card.purchase.stop());
  cards = new Map();
  sales.replaceChildren();
  standing = 'loading';
  showTexts();
  refresh();
}

function lookAgain() {
  if (!document.hidden) {
    cards.forEach((card) => card.asked && card.purchase.look());
    refresh();
  }
}

document.getElementById('language').addEventListener('click', () => {
  setLanguage(otherLanguage());
  showTexts();
});
onOtherBuyer(becomeAnother);
others.addEventListener('message', ({ data }) => {
  if (!buyersAreMadeUp || data.buyer === buyer()) {
    cards.get(data.activityId)?.purchase.look();
  }
});
addEventListener('online', () => {
  cards.forEach((card) => card.purchase.forget('OFFLINE'));
  lookAgain();
});
addEventListener('visibilitychange', lookAgain);
addEventListener('pageshow', (event) => event.persisted && lookAgain());
setInterval(() => cards.forEach((card) => card.show()), 250);

showTexts();
refresh();
