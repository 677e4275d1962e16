// What the page says, in two languages; {0} is what a sentence is about. Both must know the same keys.

import { keep, recall } from './memory.js';

const zh = {
  title: '限时秒杀',
  otherLanguage: 'English',
  loading: '正在加载活动…',
  network: '连不上商城，正在自动重连…',
  busy: '商城繁忙，与您的网络无关，正在自动重试…',
  empty: '暂时没有活动，请稍后再来',
  buyer: '模拟买家编号',
  'buyer.use': '使用',
  'buyer.range': '请输入 1 到 9223372036854775807 之间的整数；留空则换一个新编号。',
  'buyer.why': '仅开发环境：换一个编号就是另一位买家。',
  left: '剩余 {0} 件',
  number: '订单号 {0}',
  days: '{0} 天 ',

  'planned.says': '敬请期待',
  'planned.detail': '商家还在准备，时间可能调整；开放后才能抢购。',
  'planned.until': '距计划开始',
  'planned.button': '未开放',
  'upcoming.says': '即将开抢',
  'upcoming.detail': '倒计时以服务器时间为准，到点按钮会自动亮起。',
  'upcoming.until': '距开始',
  'upcoming.button': '未开始',
  'preparing.says': '马上就好',
  'preparing.detail': '库存正在准备中，请稍候。',
  'preparing.button': '准备中',
  'unopened.says': '还没有开放',
  'unopened.detail': '计划的时间已到，商家还没有开放；开放后本页会自动更新。',
  'unopened.button': '未开放',
  'asking.says': '正在查询您的订单…',
  'asking.detail': '',
  'asking.button': '请稍候',
  'ready.says': '正在热卖',
  'ready.detail': '每人限一单，重复点击不会重复下单。',
  'ready.until': '距结束',
  'ready.button': '立即抢购',
  'sending.says': '正在提交…',
  'sending.detail': '请不要着急，点一次就够了。',
  'sending.button': '提交中',
  'retrying.says': '人太多了，正在为您再试',
  'retrying.detail': '还没有下单成功，页面会自动重试。',
  'retrying.button': '重试中',
  'unsure.says': '正在确认结果',
  'unsure.detail': '请求已发出，还没收到回复。正在查询是否抢到，请不要离开。',
  'unsure.button': '确认中',
  'queued.says': '排队中，名额已为您保留',
  'queued.ahead': '前面还有 {0} 人',
  'queued.detail': '正在为您生成订单。',
  'queued.button': '排队中',
  'confirming.says': '正在确认结果',
  'confirming.detail': '请求已发出，是否抢到还在确认。期间不会重复下单，请在本页等候结果。',
  'confirming.button': '确认中',
  'processing.says': '订单处理中',
  'processing.detail': '订单需要人工确认，名额仍为您保留，无需重新抢购。',
  'processing.button': '处理中',
  'unpaid.says': '抢到了！请尽快付款',
  'unpaid.detail': '超时未付款，订单会自动取消。',
  'unpaid.until': '剩余付款时间',
  'unpaid.button': '去付款',
  hurry: '抢到了！不到一分钟就要取消，请马上付款',
  'cancel.button': '取消订单',
  'cancel.question': '取消这张订单？',
  'cancel.consequence': '名额会马上放回给其他买家。之后可以再抢，但不保证还有。',
  'cancel.keep': '保留订单',
  'cancel.yes': '确定取消',
  'cancelling.says': '正在取消订单…',
  'cancelling.detail': '',
  'cancelling.button': '取消中',
  'cancelUnsure.says': '正在确认是否已取消',
  'cancelUnsure.detail': '取消请求已发出，还没收到答复。正在继续询问，请不要付款。',
  'cancelUnsure.button': '确认中',
  'late.says': '付款时间已到，正在确认',
  'late.detail': '如果您刚刚付过款，请稍候，结果马上就到。',
  'late.button': '确认中',
  'paid.says': '已付款，抢购成功',
  'paid.detail': '感谢您的购买。',
  'paid.button': '已付款',
  'soldOut.says': '已售罄',
  'soldOut.detail': '如有订单未付款，名额会放回，本页会自动更新。',
  'soldOut.button': '已售罄',
  'ended.says': '活动已结束',
  'ended.detail': '',
  'ended.button': '已结束',
  'again.says': '这次没有抢到',
  'again.button': '再试一次',
  'refused.says': '不能参加本活动',
  'refused.button': '不能抢购',

  'refused.OFFLINE': '没有网络，请求没有发出。联网后再试。',
  'refused.MISSED': '没有查到您的订单。可以再试一次，不会重复下单。',
  'refused.RATE_LIMITED': '点得太快了，没有下单。请稍等片刻。',
  'refused.SYSTEM_BUSY': '系统繁忙，没有下单，请再试一次。',
  'refused.NOT_STARTED': '活动还没有开放，请稍后再试。',
  'refused.NOT_OPEN': '活动暂停开放，请稍后再试。',
  'refused.NOT_CANCELLED': '没有取消成功，订单还在，请稍后再试。',
  'refused.UNAUTHENTICATED': '请先登录商城，再回来抢购。',
  'refused.REGRAB_LIMIT': '您在本活动中取消次数过多，不能再次抢购。',
  'refused.other': '没有下单，请稍后再试。',
  'cancelled.says': '订单已取消，可以再抢',
  'cancelled.USER': '上一单已按您的要求取消。',
  'cancelled.TIMEOUT': '上一单超时未付款，已自动取消。',
  'cancelled.SHORTAGE': '很抱歉，上一单因库存不足被取消，您没有付款。',
  'cancelled.VOIDED': '很抱歉，上一单已由客服取消，您没有付款。',
  'cancelled.DUPLICATE': '您已有一单，重复的这单已取消。',
  'cancelled.other': '上一单已取消。',
  notPlaced: '上一次没有下单成功，可以再试一次。',
};

const en = {
  title: 'Flash sale',
  otherLanguage: '中文',
  loading: 'Loading the sales…',
  network: 'The shop cannot be reached; reconnecting…',
  busy: 'The shop is busy; it is not your connection. Trying again…',
  empty: 'No sales at the moment. Please come back later',
  buyer: 'Pretend buyer no.',
  'buyer.use': 'Use',
  'buyer.range': 'Enter a whole number from 1 to 9223372036854775807, or nothing for a new one.',
  'buyer.why': 'Development only: another number is another buyer.',
  left: '{0} left',
  number: 'Order {0}',
  days: '{0} d ',

  'planned.says': 'Planned',
  'planned.detail': 'The shop is still preparing this sale and may move it. It has to be opened before it sells.',
  'planned.until': 'Planned to start in',
  'planned.button': 'Not open',
  'upcoming.says': 'Starting soon',
  'upcoming.detail': 'The countdown follows the server’s clock; the button lights up by itself.',
  'upcoming.until': 'Starts in',
  'upcoming.button': 'Not started',
  'preparing.says': 'Nearly there',
  'preparing.detail': 'The stock is being made ready. One moment, please.',
  'preparing.button': 'Getting ready',
  'unopened.says': 'Not open yet',
  'unopened.detail': 'It is past the planned time and the shop has not opened this sale. This page updates itself.',
  'unopened.button': 'Not open',
  'asking.says': 'Looking for your order…',
  'asking.detail': '',
  'asking.button': 'One moment',
  'ready.says': 'On sale now',
  'ready.detail': 'One order each; clicking twice does not buy twice.',
  'ready.until': 'Ends in',
  'ready.button': 'Grab one',
  'sending.says': 'Sending your request…',
  'sending.detail': 'One click is enough.',
  'sending.button': 'Sending',
  'retrying.says': 'Very busy; trying again for you',
  'retrying.detail': 'Nothing has been ordered yet. This page keeps trying.',
  'retrying.button': 'Trying again',
  'unsure.says': 'Finding out whether you got it',
  'unsure.detail': 'Your request went out and no answer came back. Please stay; we are asking.',
  'unsure.button': 'Checking',
  'queued.says': 'In the queue; one is kept for you',
  'queued.ahead': 'People ahead of you: {0}',
  'queued.detail': 'Your order is being written.',
  'queued.button': 'In the queue',
  'confirming.says': 'Confirming the outcome',
  'confirming.detail': 'Your request went out; whether you got one is not known yet. You cannot buy twice, and this page keeps asking.',
  'confirming.button': 'Confirming',
  'processing.says': 'Your order is being looked at',
  'processing.detail': 'Somebody has to settle it by hand. Your item stays reserved; there is no need to try again.',
  'processing.button': 'In progress',
  'unpaid.says': 'You got it! Please pay now',
  'unpaid.detail': 'If it is not paid in time, the order is cancelled.',
  'unpaid.until': 'Time left to pay',
  'unpaid.button': 'Pay now',
  hurry: 'You got it! Less than a minute left to pay',
  'cancel.button': 'Cancel the order',
  'cancel.question': 'Cancel this order?',
  'cancel.consequence': 'Yours goes back on sale at once. You may buy again, if there is one left.',
  'cancel.keep': 'Keep it',
  'cancel.yes': 'Cancel it',
  'cancelling.says': 'Cancelling your order…',
  'cancelling.detail': '',
  'cancelling.button': 'Cancelling',
  'cancelUnsure.says': 'Finding out whether it is cancelled',
  'cancelUnsure.detail': 'The request went out and no answer came back. We keep asking; please do not pay meanwhile.',
  'cancelUnsure.button': 'Checking',
  'late.says': 'Time is up; checking',
  'late.detail': 'If you have just paid, one moment: we will know in seconds.',
  'late.button': 'Checking',
  'paid.says': 'Paid. It is yours',
  'paid.detail': 'Thank you for buying.',
  'paid.button': 'Paid',
  'soldOut.says': 'Sold out',
  'soldOut.detail': 'Unpaid orders come back on sale; this page updates itself.',
  'soldOut.button': 'Sold out',
  'ended.says': 'The sale is over',
  'ended.detail': '',
  'ended.button': 'Over',
  'again.says': 'Not this time',
  'again.button': 'Try again',
  'refused.says': 'You cannot take part',
  'refused.button': 'Not available',

  'refused.OFFLINE': 'You are offline; nothing was sent. Try again once you are connected.',
  'refused.MISSED': 'No order of yours was found. Try again; you cannot buy twice.',
  'refused.RATE_LIMITED': 'That was too quick; nothing was ordered. Give it a moment.',
  'refused.SYSTEM_BUSY': 'Too busy; nothing was ordered. Please try again.',
  'refused.NOT_STARTED': 'The sale is not open yet. Please try again in a moment.',
  'refused.NOT_OPEN': 'The sale is paused. Please try again in a moment.',
  'refused.NOT_CANCELLED': 'It was not cancelled; your order stands. Please try again later.',
  'refused.UNAUTHENTICATED': 'Please sign in to the shop first, then come back.',
  'refused.REGRAB_LIMIT': 'You have had orders of this sale cancelled too often to buy again.',
  'refused.other': 'Nothing was ordered. Please try again later.',
  'cancelled.says': 'Cancelled; you may buy again',
  'cancelled.USER': 'Your last order was cancelled, as you asked.',
  'cancelled.TIMEOUT': 'Your last order was not paid in time and was cancelled.',
  'cancelled.SHORTAGE': 'Sorry: there were too few left for your last order. You were not charged.',
  'cancelled.VOIDED': 'Sorry: your last order was cancelled by the shop. You were not charged.',
  'cancelled.DUPLICATE': 'You have an order already; the second one was cancelled.',
  'cancelled.other': 'Your last order was cancelled.',
  notPlaced: 'Your last try was not placed. You can try again.',
};

const KEPT = 'seckill.language';
const ALL = { 'zh-CN': zh, en };

let current = recall(KEPT) ?? (preferred().startsWith('en') ? 'en' : 'zh-CN');
if (!ALL[current]) {
  current = 'zh-CN';
}

/** The first of the reader's languages that we have, as the server chooses. */
function preferred() {
  return navigator.languages.find((tag) => /^(en|zh)\b/.test(tag)) ?? 'zh-CN';
}

/** Both, for whoever compares them. */
export const languages = [zh, en];

export const language = () => current;
export const otherLanguage = () => (current === 'en' ? 'zh-CN' : 'en');

export function setLanguage(tag) {
  current = tag;
  keep(KEPT, tag);
}

/** @returns {string} a text in the reader's language, empty if there is none of this key */
export const text = (key, about = '') => (ALL[current][key] ?? '').replace('{0}', about);

/** @returns {string} a moment, with its year only if that is not this one */
export function date(instant) {
  const moment = new Date(instant);
  const year = moment.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };
  const form = { ...year, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat(current, form).format(moment);
}

/** @returns {string} what is left of a time, whole seconds begun: 14:59, 1:00:00, 3 d 04:05:06 */
export function time(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, '0');
  const [d, h, m, s] = [seconds / 86400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  return (d ? text('days', d) : '') + (d || h ? `${two(h)}:` : '') + `${two(m)}:${two(s)}`;
}
