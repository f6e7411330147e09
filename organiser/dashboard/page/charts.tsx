import { type ReactNode, useId } from 'react';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import { asCents } from '#contract/money.ts';
import type { Count, Figures } from '#server/reports/figures.ts';
import { dayWords, moneyWords } from './words.ts';

const axis = {
  stroke: 'var(--color-edge)',
  tick: { fill: 'var(--color-soft)', fontSize: 12 },
  tickLine: false,
} as const;

/** Bars of how many, the most frequent first. */
export function CountChart({ heading, counts }: { heading: string; counts: readonly Count[] }) {
  const shown = mostFrequent(counts);
  return (
    <ChartFrame
      heading={heading}
      columns={['', 'Number']}
      lines={counts.map(({ label, count }) => [label, count.toLocaleString('en')])}
    >
      <ResponsiveContainer width="100%" height={28 * shown.length + 8} minWidth={0}>
        <BarChart
          data={shown}
          layout="vertical"
          accessibilityLayer={false}
          margin={{ top: 0, right: 44, bottom: 0, left: 0 }}
        >
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis
            type="category"
            dataKey="label"
            width={132}
            interval={0}
            axisLine={false}
            tickLine={false}
            tick={axis.tick}
            tickFormatter={(words: string) =>
              words.length > 20 ? `${words.slice(0, 19)}…` : words
            }
          />
          <Bar
            dataKey="count"
            fill="var(--color-accent)"
            barSize={14}
            minPointSize={2}
            isAnimationActive={false}
          >
            <LabelList dataKey="count" position="right" fill="var(--color-ink)" fontSize={12} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

/** How many registered and paid on each day. */
export function DaysChart({ days }: { days: Figures['days'] }) {
  const all = withoutGaps(days);
  return (
    <ChartFrame
      heading="Registered and paid, by day"
      note="Grey: registered. In colour: paid."
      columns={['Day', 'Registered', 'Paid']}
      lines={days.map(({ day, registered, paid }) => [
        dayWords(day),
        registered.toLocaleString('en'),
        paid.toLocaleString('en'),
      ])}
    >
      <ResponsiveContainer width="100%" height={220} minWidth={0}>
        <BarChart data={all} accessibilityLayer={false} margin={MARGIN} barGap={0}>
          <CartesianGrid vertical={false} stroke="var(--color-rule)" />
          <XAxis dataKey="day" {...axis} tickFormatter={dayWords} minTickGap={40} />
          <YAxis {...axis} axisLine={false} allowDecimals={false} width={44} />
          <Bar
            dataKey="registered"
            maxBarSize={28}
            fill="var(--color-edge)"
            isAnimationActive={false}
          />
          <Bar
            dataKey="paid"
            maxBarSize={28}
            fill="var(--color-accent)"
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

/** The sum of all that was paid, day by day. */
export function MoneyChart({ days, currency }: { days: Figures['days']; currency: string }) {
  const sums = runningSums(withoutGaps(days));
  return (
    <ChartFrame
      heading="Paid, in all"
      columns={['Day', 'Paid', 'In all']}
      lines={days.map(({ day, paidCents: ofDay }) => [
        dayWords(day),
        moneyWords(ofDay, currency),
        moneyWords(sums.find((sum) => sum.day === day)?.cents ?? 0, currency),
      ])}
    >
      <ResponsiveContainer width="100%" height={220} minWidth={0}>
        <AreaChart data={sums} accessibilityLayer={false} margin={MARGIN}>
          <CartesianGrid vertical={false} stroke="var(--color-rule)" />
          <XAxis dataKey="day" {...axis} tickFormatter={dayWords} minTickGap={40} />
          <YAxis
            {...axis}
            axisLine={false}
            width={76}
            tickFormatter={(sum: number) => moneyWords(sum, currency).replace(/\.00$/, '')}
          />
          <Area
            dataKey="cents"
            type="stepAfter"
            stroke="var(--color-accent)"
            strokeWidth={2}
            fill="var(--color-accent)"
            fillOpacity={0.14}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };

type FrameProps = {
  heading: string;
  note?: string;
  /** The same numbers as a table: a drawing is for eyes only. */
  columns: readonly string[];
  lines: readonly (readonly string[])[];
  children: ReactNode;
};

function ChartFrame({ heading, note, columns, lines, children }: FrameProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t border-ink pt-4">
      <h2 id={id} className="font-serif text-name">
        {heading}
      </h2>
      {lines.length === 0 ? (
        <p className="text-soft">Nothing yet.</p>
      ) : (
        <>
          <div aria-hidden="true">{children}</div>
          {note !== undefined && (
            <p aria-hidden="true" className="text-label text-faint">
              {note}
            </p>
          )}
          <details>
            <summary className="cursor-pointer text-label text-soft">In numbers</summary>
            <div
              className="mt-3 max-h-72 overflow-auto"
              role="region"
              aria-label={`${heading}, in numbers`}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Whoever has no mouse scrolls it by the keys.
              tabIndex={0}
            >
              <table className="w-full text-label">
                <thead>
                  <tr>
                    {columns.map((words, at) => (
                      <th key={words} scope="col" className={at > 0 ? 'text-end' : ''}>
                        {words === '' ? <span className="sr-only">What</span> : words}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {lines.map(([label = '', ...cells]) => (
                    <tr key={label} className="border-t border-rule">
                      <th scope="row" className="py-1.5 pe-3 font-normal">
                        {label}
                      </th>
                      {cells.map((words, at) => (
                        <td key={columns[at + 1]} className="py-1.5 text-end">
                          {words}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}

const MOST_BARS = 10;

function mostFrequent(counts: readonly Count[]): Count[] {
  if (counts.length <= MOST_BARS) return [...counts];
  const rest = counts.slice(MOST_BARS - 1);
  const count = rest.reduce((sum, each) => sum + each.count, 0);
  return [...counts.slice(0, MOST_BARS - 1), { label: `${rest.length} others`, count }];
}

function runningSums(days: Figures['days']) {
  let sum = 0;
  return days.map(({ day, paidCents }) => ({ day, cents: (sum += paidCents) }));
}

const DAY_MS = 24 * 60 * 60_000;

/** Days on which nothing happened are days, too. */
function withoutGaps(days: Figures['days']) {
  const known = new Map(days.map((each) => [each.day, each]));
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return [];
  const count = Math.round((Date.parse(last.day) - Date.parse(first.day)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse(first.day) + at * DAY_MS).toISOString().slice(0, 10);
    return (
      known.get(day) ?? { day, registered: 0, paid: 0, paidCents: asCents(0), refundedCents: 0 }
    );
  });
}
