import type { Palette, Shades } from '#contract/content/palette.ts';
import type { Content } from '#contract/content.ts';
import { signedMoneyText } from '#contract/money.ts';
import { html, type Markup, wholePage } from '#server/markup.ts';
import type { Count, Figures } from './figures.ts';
import { barChart, dayChart, everyDay, type NamedValue } from './report-charts.ts';

type Written = {
  /** The time of the report, as text, in the time zone of the conference. */
  at: string;
  /** The range of time that the figures are about: "2026-05". Without it they are about the whole time. */
  of?: string | undefined;
  /** Whether payments are pretended. */
  isTest: boolean;
};

/**
 * The numbers of a conference as one page without scripts. The page names nobody, so that organisers can forward it.
 */
export function reportPage(
  { conference, prices, mails }: Pick<Content, 'conference' | 'prices' | 'mails'>,
  figures: Figures,
  { at, of, isTest }: Written,
): string {
  const money = (cents: number) => signedMoneyText(cents, prices.currency);
  const { bySession, totals } = figures;
  const { withoutReceipt } = totals;
  const body = html`<header>
      <h1>${conference.name}</h1>
      <p>
        Registrations, payments and abstracts${of && ` of ${of}`}, ${at}
        (${conference.dates.timezone})
      </p>
      ${
        of &&
        html`<p>
          People count by when they registered, abstracts by when they were received, money by when
          it was paid or refunded.
        </p>`
      }
      ${isTest ? html`<p class="notice">${mails.testMode}</p>` : undefined}
    </header>
    <main>
      ${totalsList(totals, money)}
      ${
        withoutReceipt.paidCents > 0
          ? html`<p>
              ${money(withoutReceipt.paidCents)} has no receipt, because these payments fit no order
              or were made twice. ${money(withoutReceipt.refundedCents)} of this amount was
              refunded.
            </p>`
          : undefined
      }
      ${
        figures.days.length === 0
          ? html`<p>Nobody has registered ${of ? `in ${of}` : 'yet'}.</p>`
          : sectionsOfRegistrations(figures, money)
      }
      ${countSection('Abstracts by session', 'Session', 'Abstracts', bySession, 'sessions')}
    </main>`;
  return wholePage(`${conference.name}: report${of === undefined ? '' : ` of ${of}`}`, {
    head: html`<meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'"
    />`,
    style: html`<style>
      ${styleOf(conference.looks.palette)}
    </style>`,
    body,
  });
}

type Money = (cents: number) => string;

function totalsList(totals: Figures['totals'], money: Money): Markup {
  const { registered, coming, checkedIn, abstracts, owed } = totals;
  return html`<dl class="totals">
    ${total('Registered', registered)} ${total('Paid places', coming)}
    ${total('Abstracts', abstracts)} ${total('Paid', money(totals.paidCents))}
    ${total('Refunded', money(totals.refundedCents))}
    ${total('Received', money(totals.receivedCents))}
    ${owed.count > 0 ? total('Asked for, not paid', money(owed.cents)) : undefined}
    ${
      checkedIn > 0
        ? html`${total('Checked in', checkedIn)} ${total('Not checked in', coming - checkedIn)}`
        : undefined
    }
  </dl>`;
}

function sectionsOfRegistrations(
  { days, months, byType, byCountry, funnel }: Figures,
  money: Money,
): Markup {
  const whole = (cents: number) => money(cents).replace(/\.\d+$/, '');
  const all = everyDay(days);
  return html`<section>
      <h2>Day by day</h2>
      <h3>Registrations</h3>
      ${dayChart(
        'Registrations on each day',
        all.map(({ day, known }) => ({ day, values: [known?.registered ?? 0] })),
        String,
      )}
      <h3>Paid</h3>
      ${dayChart(
        'Money paid on each day',
        all.map(({ day, known }) => ({ day, values: [known?.paidCents ?? 0] })),
        whole,
      )}
      ${table(
        ['Day', 'People registered', 'People paid', 'Paid', 'Refunded'],
        days.map(({ day, registered: people, paid, paidCents, refundedCents }) => [
          day,
          String(people),
          String(paid),
          money(paidCents),
          money(refundedCents),
        ]),
      )}
    </section>
    <section>
      <h2>Month by month</h2>
      ${table(
        ['Month', 'Paid', 'Refunded', 'Received'],
        months.map(({ month, paidCents, refundedCents }) => [
          month,
          money(paidCents),
          money(refundedCents),
          money(paidCents - refundedCents),
        ]),
      )}
    </section>
    ${funnelSection(funnel)}
    ${countSection('Presentation types', 'Type', 'Registered', byType, 'types')}
    ${countSection('Countries', 'Country', 'Registered', byCountry, 'countries')}`;
}

function funnelSection(funnel: readonly Count[]): Markup {
  const whole = funnel[0]?.count ?? 0;
  const shareOf = (count: number) => `${whole === 0 ? 0 : Math.round((count / whole) * 100)} %`;
  const values = funnel.map(({ label, count }) => ({
    label,
    value: count,
    words: `${count}, ${shareOf(count)}`,
  }));
  return html`<section>
    <h2>From registering to a place</h2>
    ${barChart('People at each step', values)}
    ${table(
      ['Step', 'People', 'Share'],
      funnel.map(({ label, count }) => [label, String(count), shareOf(count)]),
    )}
  </section>`;
}

/** The chart has at most this many bars; the table has all values. */
const MOST_BARS = 20;

function countSection(
  title: string,
  what: string,
  how: string,
  counts: readonly Count[],
  plural: string,
): Markup | undefined {
  if (counts.length === 0) return undefined;
  const values: NamedValue[] = counts
    .slice(0, MOST_BARS)
    .map(({ label, count }) => ({ label, value: count, words: String(count) }));
  return html`<section>
    <h2>${title}</h2>
    ${counts.length > MOST_BARS ? html`<p>${MOST_BARS} of ${counts.length} ${plural}</p>` : undefined}
    ${barChart(title, values)}
    ${table(
      [what, how],
      counts.map(({ label, count }) => [label, String(count)]),
    )}
  </section>`;
}

function total(what: string, how: string | number): Markup {
  return html`<div>
    <dt>${what}</dt>
    <dd>${how}</dd>
  </div>`;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<table>
    <thead>
      <tr>
        ${titles.map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([label = '', ...cells]) =>
          html`<tr>
            <th scope="row">${label}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** The style with the colours of the conference, which the schema has checked. */
function styleOf({ light, dark }: Palette): Markup {
  const colours = ({ accent, raised, ink, soft, rule }: Shades) =>
    `--accent: ${accent}; --paper: ${raised}; --ink: ${ink}; --quiet: ${soft}; --line: ${rule};`;
  return {
    markup: `
      :root { color-scheme: light dark; ${colours(light)} }
      @media (prefers-color-scheme: dark) {
        :root { ${colours(dark)} }
      }
      * { box-sizing: border-box; }
      body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
        font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
      h1, h2 { font-family: Georgia, serif; font-weight: 500; line-height: 1.2; }
      h1 { margin: 0; font-size: 2rem; }
      h2 { margin: 3rem 0 1rem; font-size: 1.4rem; }
      h3 { margin: 1.5rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
      header p { margin: 0.25rem 0 0; color: var(--quiet); }
      header .notice { color: var(--accent); font-weight: 600; }
      .totals { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1px; margin: 2rem 0 0;
        border: 1px solid var(--line); }
      @media (min-width: 40rem) { .totals { grid-template-columns: repeat(3, 1fr); } }
      .totals div { padding: 0.75rem 1rem; outline: 1px solid var(--line); }
      .totals dt { color: var(--quiet); font-size: 0.875rem; }
      .totals dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
      svg { display: block; }
      .name { display: grid; align-items: center; height: 28px; font-size: 12px; line-height: 13px; justify-items: end; }
      .name span { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
      svg text { fill: var(--ink); font-size: 12px; }
      svg rect { fill: var(--accent); }
      svg .grid { stroke: var(--line); }
      table { width: 100%; margin-top: 1rem; border-collapse: collapse; font-size: 0.9rem; }
      th, td { padding: 0.3rem 0.5rem; border-bottom: 1px solid var(--line); text-align: right; }
      th:first-child { text-align: left; }
      @media (max-width: 30rem) { table { font-size: 0.75rem; } th, td { padding: 0.3rem 0.15rem; } }
      tbody th { font-weight: 400; }
      section:first-of-type tbody th { white-space: nowrap; }
      thead th { color: var(--quiet); font-weight: 600; }
      @media print {
        :root { --accent: ${light.accent}; --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; }
        body { max-width: none; padding: 0; font-size: 10pt; }
        svg rect { print-color-adjust: exact; }
        svg, tr, h2, h3 { break-inside: avoid; }
        h2, h3, thead { break-after: avoid; }
      }
    `,
  };
}
