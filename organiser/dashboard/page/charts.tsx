import type { Count, Figures } from '#server/reports/figures.ts';
import { barChart, dayChart, everyDay } from '#server/reports/report-charts.ts';
import { Part } from './part.tsx';
import { dayWords, moneyWords } from './words.ts';

/** A bar for each count, the greatest first. */
export function CountChart({ heading, counts }: { heading: string; counts: readonly Count[] }) {
  const values = mostFrequent(counts).map(({ label, count }) => ({
    label,
    value: count,
    words: count.toLocaleString('en'),
  }));
  return (
    <ChartFrame
      heading={heading}
      columns={['', 'Number']}
      lines={counts.map(({ label, count }) => [label, count.toLocaleString('en')])}
      chart={barChart(heading, values)}
    />
  );
}

/** The numbers of people who registered and paid on each day. */
export function DaysChart({ days }: { days: Figures['days'] }) {
  const heading = 'Registered and paid, by day';
  const all = everyDay(days).map(({ day, known }) => ({
    day,
    values: [known?.registered ?? 0, known?.paid ?? 0],
  }));
  return (
    <ChartFrame
      heading={heading}
      note="Grey: registered. In colour: paid."
      columns={['Day', 'Registered', 'Paid']}
      lines={days.map(({ day, registered, paid }) => [
        dayWords(day),
        registered.toLocaleString('en'),
        paid.toLocaleString('en'),
      ])}
      chart={dayChart(heading, all, (count) => count.toLocaleString('en'))}
    />
  );
}

/** The running total of payments, day by day. */
export function MoneyChart({ days, currency }: { days: Figures['days']; currency: string }) {
  const heading = 'Paid in total';
  const whole = (cents: number) => moneyWords(cents, currency).replace(/\.00$/, '');
  const sums = sumsOf(days);
  return (
    <ChartFrame
      heading={heading}
      columns={['Day', 'Paid', 'In total']}
      lines={sums.flatMap(({ day, values: [inAll = 0], paidCents }) =>
        paidCents === undefined
          ? []
          : [[dayWords(day), moneyWords(paidCents, currency), moneyWords(inAll, currency)]],
      )}
      chart={dayChart(heading, sums, whole, true)}
    />
  );
}

function sumsOf(days: Figures['days']) {
  let sum = 0;
  return everyDay(days).map(({ day, known }) => {
    sum += known?.paidCents ?? 0;
    return { day, values: [sum], paidCents: known?.paidCents };
  });
}

type FrameProps = {
  heading: string;
  note?: string;
  /** The same numbers as a table, for readers who cannot see the drawing. */
  columns: readonly string[];
  lines: readonly (readonly string[])[];
  chart: { markup: string };
};

function ChartFrame({ heading, note, columns, lines, chart }: FrameProps) {
  return (
    <Part heading={heading}>
      {lines.length === 0 ? (
        <p className="text-soft">Nothing yet.</p>
      ) : (
        <>
          <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: chart.markup }} />
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
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- People without a mouse scroll with the keys.
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
    </Part>
  );
}

const MOST_BARS = 10;

function mostFrequent(counts: readonly Count[]): Count[] {
  if (counts.length <= MOST_BARS) return [...counts];
  const rest = counts.slice(MOST_BARS - 1);
  const count = rest.reduce((sum, each) => sum + each.count, 0);
  return [...counts.slice(0, MOST_BARS - 1), { label: `${rest.length} others`, count }];
}
