// The live screen of one sale.

import { Charts } from '/live-charts.js';
import { listen } from '/live-stream.js';

const root = document.getElementById('live');
const texts = root.dataset;
const language = document.documentElement.lang;
const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const plural = new Intl.PluralRules(language);
const clock = clockIn(texts.zone);
const charts = new Charts(root, language, clock);
const find = (selector) => root.querySelector(selector);

/** Orders are stored within a second or two; older ones wait for something. */
const STUCK_MS = 5_000;
const SUMMARY_MS = 15_000;
const TABLE_ROWS = 12;
const TABLE_STEP = 5;
let summarised = 0;
let connected = false;
const answers = [...root.querySelectorAll('[data-answer]')].map((row) => ({
  row,
  name: row.dataset.answer,
  rate: row.querySelector('[data-cell="rate"]'),
  total: row.querySelector('[data-cell="total"]'),
}));
const phases = [...document.querySelectorAll('[data-phase]')];

/** Times are shown in the console's zone; a browser that does not know it shows its own. */
function clockIn(timeZone) {
  const shape = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
  try {
    return new Intl.DateTimeFormat(language, { ...shape, timeZone });
  } catch (unknown) {
    return new Intl.DateTimeFormat(language, shape);
  }
}

function number(value, format = fine) {
  return value === null || value === undefined ? '–' : format.format(value);
}

/** Milliseconds; what is too short to be told is not told as none. */
function millis(value) {
  return value !== null && value < 0.1 ? `<${fine.format(0.1)}` : number(value);
}

/** The word for so many, of `units` or `orders`. */
function word(value, what) {
  return texts[plural.select(value) === 'one' ? `${what}One` : `${what}Other`];
}

function counted(value, what, format = whole) {
  return `${number(value, format)} ${word(value, what)}`;
}

function filled(text, ...values) {
  return values.reduce((done, value, i) => done.replace(`{${i}}`, value), text);
}

function write(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

function figure(name, text) {
  write(find(`[data-figure="${name}"]`), text);
}

/** How it stands: what an operator has to know first. */
function say(state, message) {
  find('#connection').dataset.state = state;
  write(find('#connection [data-message]'), message);
  find('[data-sign-in]').hidden = state !== 'out';
}

/** It is told before what arrived is shown: what was said of the connection goes at once, and a tick may say more. */
function connection(state) {
  if (state === 'on') {
    if (!connected) {
      root.classList.remove('stale');
      say('on', texts.textOn);
    }
    connected = true;
    return;
  }
  connected = false;
  root.classList.add('stale');
  if (state === 'again') {
    say('wait', texts.textAgain);
  } else if (state === 'crowded') {
    say('wait', texts.textCrowded);
  } else if (state === 'signed-out') {
    say('out', texts.textSignedOut);
  }
}

function condition(tick) {
  const { sale } = tick;
  if (sale?.open && (texts.state === 'DRAFT' || texts.state === 'WARMING')) {
    // It was warmed up meanwhile: what the server wrote at the head of the page is out of date.
    location.reload();
  }
  if (sale?.phase) {
    phases.forEach((badge) => {
      const hidden = badge.dataset.phase !== sale.phase;
      if (badge.hidden !== hidden) {
        badge.hidden = hidden;
      }
    });
  }
  const waits = sale !== null && sale.waiting + sale.inHand + sale.retrying > 0;
  root.classList.toggle('stale', !tick.reachable);
  if (!tick.reachable) {
    say('bad', texts.textAway);
  } else if (sale === null) {
    say('wait', texts.textCold);
  } else if (!sale.open) {
    say('bad', texts.textShut);
  } else if (waits && sale.workers === 0) {
    say('bad', texts.textNoWorker);
  } else if (waits && sale.oldestMillis > STUCK_MS) {
    say('bad', filled(texts.textStuck, whole.format(sale.oldestMillis / 1000)));
  } else {
    say('on', texts.textOn);
  }
}

function tiles({ sale, speed }) {
  figure('stock', number(sale?.stock, whole));
  figure('calls', number(speed.calls));
  figure('accepted', number(speed.accepted));
  figure('stored', number(speed.stored));
  figure('backlog', number(sale && backlog(sale), whole));
  figure('oldest', number(sale && sale.oldestMillis / 1000));
  if (sale !== null) {
    write(find('[data-unit="stock"]'), word(sale.stock, 'units'));
    write(find('[data-unit="backlog"]'), word(backlog(sale), 'orders'));
  }
  figure('p99', millis(speed.p99));
  write(find('[data-text="p50"]'), speed.p50 === null ? '' : filled(texts.textP50, millis(speed.p50)));
  figure('workers', number(sale?.workers, whole));
}

function backlog(sale) {
  return sale.waiting + sale.inHand + sale.retrying;
}

function bar(name, done, all, what, text, more = '') {
  const element = find(`#${name}`);
  element.max = Math.max(all, 1);
  element.value = done;
  write(find(`[data-text="${name}"]`), filled(text, whole.format(done), counted(all, what)) + more);
}

function bars({ sale }) {
  if (sale === null) {
    return;
  }
  const rates = charts.points.slice(-5).map((point) => point.accepted ?? 0);
  const rate = rates.reduce((sum, each) => sum + each, 0) / Math.max(rates.length, 1);
  const left = sale.stock > 0 && rate > 0.1 ? Math.ceil(sale.stock / rate) : 0;
  bar('sold', sale.granted - sale.stock, sale.granted, 'units', texts.textSoldOf,
    left > 0 && left < 3600 ? ` · ${filled(texts.textEta, whole.format(left))}` : '');
  // What was in reserve when the page was made may be on sale since.
  find('[data-reserve]')?.toggleAttribute('hidden', String(sale.granted) !== texts.granted);
  bar('drained', Math.max(0, sale.accepted - backlog(sale)), sale.accepted, 'orders', texts.textDrainedOf);
}

function refusals({ speed }) {
  let any = false;
  for (const answer of answers) {
    const total = speed.totals[answer.name] ?? 0;
    write(answer.rate, number(speed.answers[answer.name] ?? 0));
    write(answer.total, number(total, whole));
    answer.row.hidden = total === 0;
    any ||= total > 0;
  }
  find('#refusals-none').hidden = any;
  find('#refusals').hidden = !any;
}

function nodes(tick) {
  const rows = tick.nodes.map((node) => [
    node.node, node.process === 'worker' ? texts.processWorker : texts.processApi, number(node.calls),
    millis(node.p99), number(node.stored), number(node.threads, whole),
  ]);
  find('#nodes-none').hidden = rows.length > 0;
  find('#nodes-table').hidden = rows.length === 0;
  fill(find('#nodes tbody'), rows, 2);
}

/** Writes a table's rows, into those that are there: a screen reader keeps its place. */
function fill(body, rows, words) {
  while (body.rows.length > rows.length) {
    body.deleteRow(-1);
  }
  rows.forEach((cells, i) => {
    const row = body.rows[i] ?? body.insertRow();
    cells.forEach((text, j) => {
      let cell = row.cells[j];
      if (cell === undefined) {
        cell = document.createElement(j === 0 ? 'th' : 'td');
        if (j === 0) {
          cell.scope = 'row';
        }
        if (j >= words) {
          cell.className = 'number';
        }
        row.append(cell);
      }
      write(cell, text);
    });
  });
}

function table() {
  if (!find('#table').open) {
    return;
  }
  const rows = [];
  for (let i = charts.points.length - 1; i >= 0 && rows.length < TABLE_ROWS; i -= TABLE_STEP) {
    const point = charts.points[i];
    rows.push([clock.format(point.at), number(point.stock, whole), number(point.accepted), number(point.stored),
      number(point.backlog, whole), millis(point.p99)]);
  }
  fill(find('#table tbody'), rows, 1);
}

/** A listener hears the figures now and then, not every second. */
function summary({ sale, speed }) {
  if (sale !== null && Date.now() - summarised > SUMMARY_MS) {
    summarised = Date.now();
    write(find('#summary'), filled(texts.textSummary, counted(sale.stock, 'units'),
      counted(speed.accepted ?? 0, 'orders', fine), counted(backlog(sale), 'orders')));
  }
}

function point({ at, sale, speed }) {
  return {
    at,
    stock: sale?.stock ?? null,
    accepted: speed?.accepted ?? null,
    stored: speed?.stored ?? null,
    backlog: sale ? backlog(sale) : null,
    p99: speed?.p99 ?? null,
  };
}

function show(tick) {
  charts.add(point(tick));
  condition(tick);
  if (tick.reachable) {
    tiles(tick);
    bars(tick);
    refusals(tick);
    nodes(tick);
    summary(tick);
  }
  table();
}

find('#table').addEventListener('toggle', table);
listen(texts.stream, (event, data) => {
  if (event === 'history') {
    charts.begin(data);
  } else if (event === 'tick') {
    show(data);
  }
}, connection);
