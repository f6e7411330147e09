import { html, type Markup } from '#server/markup.ts';

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 64;
const BOTTOM = 24;
const TOP = 8;

export type DayValue = { day: string; value: number };

/** Bars, one for each day from the first to the last; `day` as 2026-05-29. */
export function dayChart(
  name: string,
  values: readonly DayValue[],
  words: (value: number) => string,
): Markup {
  const days = everyDay(values);
  const { step, most } = scaleFor(Math.max(...days.map(({ value }) => value), 1));
  const width = (WIDTH - LEFT) / days.length;
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const ticks = Array.from({ length: Math.round(most / step) + 1 }, (_, at) => at * step);
  const named = days.filter(({ day }, at) => at === 0 || day.endsWith('-01'));
  return html`<div class="chart" tabindex="0">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
      ${ticks.map(
        (value) =>
          html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}" />
            <text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${words(value)}</text>`,
      )}
      ${days.map(
        ({ day, value }, at) =>
          html`<rect
            x="${round(LEFT + at * width + width * 0.1)}"
            y="${round(y(value))}"
            width="${round(width * 0.8)}"
            height="${round(y(0) - y(value))}"
          >
            <title>${day}: ${words(value)}</title>
          </rect> `,
      )}
      ${named
        .filter((_, at) => at !== 1 || days.indexOf(named[1] ?? { day: '', value: 0 }) * width > 60)
        .map(
          (day) =>
            html`<text x="${round(LEFT + days.indexOf(day) * width)}" y="${HEIGHT - 6}"
              >${shortDay(day.day)}</text
            >`,
        )}
    </svg>
  </div>`;
}

export type NamedValue = { label: string; value: number; words: string };

const ROW = 28;
const NAMES = 240;
const NUMBERS = 96;

/** One bar for each, the longest over the whole width. */
export function barChart(name: string, values: readonly NamedValue[]): Markup {
  const most = Math.max(...values.map(({ value }) => value), 1);
  return html`<div class="chart" tabindex="0">
    <svg viewBox="0 0 ${WIDTH} ${values.length * ROW}" role="img" aria-label="${name}">
      ${values.map(({ label, value, words }, at) => {
        const width = (value / most) * (WIDTH - NAMES - NUMBERS);
        return html`<text x="${NAMES - 10}" y="${at * ROW + 18}" text-anchor="end"
            >${shortened(label)}</text
          >
          <rect x="${NAMES}" y="${at * ROW + 5}" width="${round(width)}" height="${ROW - 10}" />
          <text x="${round(NAMES + width + 8)}" y="${at * ROW + 18}">${words}</text>`;
      })}
    </svg>
  </div>`;
}

function everyDay(values: readonly DayValue[]): DayValue[] {
  const known = new Map(values.map(({ day, value }) => [day, value]));
  const days = values.map(({ day }) => Date.parse(day));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const all: DayValue[] = [];
  for (let at = first; at <= last; at += 24 * 60 * 60_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    all.push({ day, value: known.get(day) ?? 0 });
  }
  return all;
}

/** A round step, with at most five of them above zero. */
function scaleFor(value: number): { step: number; most: number } {
  const rough = value / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  const step = Math.max(factor * power, 1);
  return { step, most: Math.ceil(value / step) * step };
}

function shortDay(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(day));
}

function shortened(text: string): string {
  return text.length > 34 ? `${text.slice(0, 33)}…` : text;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
