// The charts of the live screen: four, over one and the same three minutes.

import uPlot from '/webjars/uplot/dist/uPlot.esm.js';

const LONGEST_S = 180;
const SHORTEST_S = 60;
const HEIGHT = 190;
const CHARTS = {
  stock: [{ of: 'stock', colour: '--chart-stock', filled: true }],
  rate: [{ of: 'accepted', colour: '--chart-accepted' }, { of: 'stored', colour: '--chart-stored', dash: [6, 4] }],
  backlog: [{ of: 'backlog', colour: '--chart-backlog', filled: true }],
  p99: [{ of: 'p99', colour: '--chart-p99' }],
};

/** What is counted in pieces has no line between one and two. */
const WHOLE = new Set(['stock', 'backlog']);
const WHOLE_STEPS = [...Array(10).keys()].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

/** Where a value has none beside it, and so no line: a lone order is seen as a dot. */
export function alone(values) {
  const has = (i) => (values[i] ?? null) !== null;
  return [...values.keys()].filter((i) => has(i) && !has(i - 1) && !has(i + 1));
}

/** Makes all charts that the page has places for. */
export class Charts {
  constructor(root, language, clock) {
    this.places = [...root.querySelectorAll('[data-chart]')];
    this.clock = clock;
    this.numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
    this.short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 2 });
    this.points = [];
    this.plots = new Map();
    this.build();
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.build());
    const sizes = new ResizeObserver(() => this.resize());
    this.places.forEach((place) => sizes.observe(place));
  }

  /** Canvas knows no style sheet: the colours are read when it is made, and it is made anew when they change. */
  build() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    for (const place of this.places) {
      this.plots.get(place)?.destroy();
      this.plots.set(place, new uPlot(this.options(place, colour), this.data(place), place));
    }
  }

  options(place, colour) {
    const axis = {
      stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 },
      font: '12px system-ui, sans-serif',
    };
    return {
      width: Math.max(place.clientWidth, 200),
      height: HEIGHT,
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: { sync: { key: 'live' }, drag: { x: false, y: false }, points: { size: 7 } },
      scales: {
        x: { time: true, range: () => this.span() },
        y: { range: (plot, least, most) => [0, Math.max(1, (most ?? 0) * 1.08)] },
      },
      axes: [
        { ...axis, space: 80, size: 30, values: (plot, times) => times.map((time) => this.clock.format(time * 1000)) },
        { ...axis, size: 64, incrs: WHOLE.has(place.dataset.chart) ? WHOLE_STEPS : undefined,
          values: (plot, values) => values.map((value) => (value < 10_000 ? this.numbers : this.short).format(value)) },
      ],
      series: [{}, ...CHARTS[place.dataset.chart].map((line) => ({
        stroke: colour(line.colour), width: 2, dash: line.dash,
        points: { show: false, size: 5, fill: colour(line.colour), filter: (plot, i) => alone(plot.data[i]) },
        fill: line.filled ? `${colour(line.colour)}22` : undefined,
      }))],
    };
  }

  span() {
    const now = this.points.length === 0 ? Date.now() / 1000 : this.points[this.points.length - 1].at / 1000;
    const known = this.points.length === 0 ? 0 : now - this.points[0].at / 1000;
    return [now - Math.min(LONGEST_S, Math.max(SHORTEST_S, known)), now];
  }

  data(place) {
    return [
      this.points.map((point) => point.at / 1000),
      ...CHARTS[place.dataset.chart].map((line) => this.points.map((point) => point[line.of])),
    ];
  }

  resize() {
    this.plots.forEach((plot, place) => {
      if (place.clientWidth > 0 && place.clientWidth !== plot.width) {
        plot.setSize({ width: place.clientWidth, height: HEIGHT });
      }
    });
  }

  /** What a server kept; ours from before that stay. */
  begin(points) {
    const first = points.length === 0 ? Infinity : points[0].at;
    this.points = [...this.points.filter((point) => point.at < first), ...points];
    this.show();
  }

  add(point) {
    // A server whose clock was set back tells its time anew: what lies ahead of it would never grow old.
    while (this.points.length > 0 && this.points[this.points.length - 1].at >= point.at) {
      this.points.pop();
    }
    this.points.push(point);
    this.show();
  }

  show() {
    const oldest = (this.span()[1] - LONGEST_S) * 1000;
    const gone = this.points.findIndex((point) => point.at >= oldest);
    if (gone > 0) {
      this.points.splice(0, gone);
    }
    this.plots.forEach((plot, place) => {
      plot.setData(this.data(place));
      this.describe(place);
    });
  }

  /** For whoever hears the page: where each line begins and where it is. */
  describe(place) {
    const lines = CHARTS[place.dataset.chart].map((line) => {
      const known = this.points.map((point) => point[line.of]).filter((value) => value !== null);
      return known.length === 0 ? '–'
        : `${this.numbers.format(known[0])} → ${this.numbers.format(known[known.length - 1])}`;
    });
    const said = `${place.dataset.name}: ${lines.join(', ')}`;
    if (place.getAttribute('aria-label') !== said) {
      place.setAttribute('aria-label', said);
    }
  }
}
