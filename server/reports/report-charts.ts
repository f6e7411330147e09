import { DAY } from '#contract/time-spans.ts';
import { html, type Markup } from '#server/markup.ts';

/**
 * The charts of the report and of the dashboard. The two pages define the colours. Widths are in per cent, so that
 * texts keep their size on every screen.
 */
const HEIGHT = 200;
const BOTTOM = 24;
const TOP = 8;
/** The widths, in per cent: of the scale's numbers, of the bars' names, of the longest and of the widest bar. */
const SCALE = 15;
const NAMES = 36;
const LONGEST = 44;
const WIDEST = 5;

/**
 * A bar chart with the values of each day (2026-05-29) side by side. With `areSteps` there is no gap between the bars.
 */
export function dayChart(
  name: string,
  days: readonly { day: string; values: readonly number[] }[],
  words: (value: number) => string,
  areSteps = false,
): Markup {
  const { step, most } = scaleFor(Math.max(...days.flatMap(({ values }) => values), 1));
  const slot = (100 - SCALE) / days.length;
  const y = (value: number) => round(TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM));
  const ticks = Array.from({ length: Math.round(most / step) + 1 }, (_, at) => at * step);
  return html`<svg class="chart" width="100%" height="${HEIGHT}" role="img" aria-label="${name}">
    ${ticks.map(
      (value) =>
        html`<line class="grid" x1="${SCALE}%" x2="100%" y1="${y(value)}" y2="${y(value)}" />
          <text x="${SCALE - 1.5}%" y="${y(value) + 4}" text-anchor="end">${words(value)}</text>`,
    )}
    ${days
      .map(({ day, values }, at) => {
        const width = areSteps ? slot : Math.min((slot * 0.8) / values.length, WIDEST);
        const left = SCALE + at * slot + (slot - width * values.length) / 2;
        return values.map(
          (value, index) =>
            html`<rect
              class="${areSteps ? 'step' : index < values.length - 1 ? 'quiet' : 'bar'}"
              x="${round(left + index * width)}%"
              y="${y(value)}"
              width="${round(width)}%"
              height="${round(y(0) - y(value))}"
            >
              <title>${day}: ${words(value)}</title>
            </rect> `,
        );
      })
      .flat()}
    ${namedDays(days.map(({ day }) => day)).map(
      ({ day, at }) =>
        html`<text x="${round(SCALE + at * slot)}%" y="${HEIGHT - 6}">${shortDay(day)}</text>`,
    )}
  </svg>`;
}

export type NamedValue = { label: string; value: number; words: string };

const ROW = 28;

/** A chart with one bar for each value; the greatest value has the full length. */
export function barChart(name: string, values: readonly NamedValue[]): Markup {
  const most = Math.max(...values.map(({ value }) => value), 1);
  return html`<svg
    class="chart"
    width="100%"
    height="${values.length * ROW}"
    role="img"
    aria-label="${name}"
  >
    ${values.map(({ label, value, words }, at) => {
      const width = round((value / most) * LONGEST);
      // A name has two lines, and is cut only where the screen has no room for it.
      return html`<foreignObject y="${at * ROW}" width="${NAMES - 1.5}%" height="${ROW}"
          ><div class="name" title="${label}"><span>${label}</span></div></foreignObject
        >
        <rect
          class="bar"
          x="${NAMES}%"
          y="${at * ROW + 6}"
          width="${width}%"
          height="${ROW - 12}"
        />
        <text x="${NAMES + width}%" dx="6" y="${at * ROW + 18}">${words}</text>`;
    })}
  </svg>`;
}

/** All days from the first to the last, also the days without an entry in `days`. */
export function everyDay<Day extends { day: string }>(
  days: readonly Day[],
): { day: string; known: Day | undefined }[] {
  const known = new Map(days.map((each) => [each.day, each]));
  const times = days.map(({ day }) => Date.parse(day));
  const last = Math.max(...times);
  const all: { day: string; known: Day | undefined }[] = [];
  for (let at = Math.min(...times); at <= last; at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10);
    all.push({ day, known: known.get(day) });
  }
  return all;
}

/** The first day, and the first day of each month if its name has enough room on a phone. */
function namedDays(days: readonly string[]): { day: string; at: number }[] {
  const apart = Math.ceil(days.length / 5);
  let last = -Infinity;
  return days.flatMap((day, at) => {
    const hasRoom = at - last >= apart && days.length - at >= apart * 0.7;
    const isNamed = at === 0 || (day.endsWith('-01') && hasRoom);
    if (!isNamed) return [];
    last = at;
    return [{ day, at }];
  });
}

/** A round step for the scale, which has at most five steps. */
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

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
