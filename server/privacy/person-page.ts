import { dayText } from '#contract/content/calendar-days.ts';
import { currencyOf } from '#contract/currency.ts';
import { type Currency, signedAmountWithCode } from '#contract/money.ts';
import { allTables } from '#server/database/all-rows.ts';
import { html, type Markup, wholePage } from '#server/markup.ts';
import type { PersonExport } from './export-person.ts';

/** Columns that only the program needs: keys, links, looks, and copies of names for searching. */
const OWN_TO_PROGRAM =
  /^(?:id|key|token|hash|ref|url|href|link|links|version|attempts?|position|checks|declines|refusals|mode|account|evidence|sha256|bytes|series|colours|origin|replaced_by|decimals|means|test|issuer|fee_words|states_tax|stated_by_payer|of_former_payer|despite_dispute)$|_(?:id|ids|key|token|hash|ref|url|tries|store|text|decimals|number)$|^(?:sort_name|lease_until|next_|digest|delayed_by|until_paid|search_|template_)/;
const SHOWN = new Set(['question_id', 'session_id', 'interest_area_id', 'vat_id', 'tax_number']);

/** Labels of columns whose own names say too little; the others are their names in words. */
const LABELS: Record<string, string> = {
  words: 'Text',
  about: 'Reason',
  actor: 'By',
  was: 'Before',
  becomes: 'Afterwards',
  at: 'Time',
  payload: 'Mail',
  template: 'Its text',
  request: 'Sent to the provider',
  content: 'Document',
  presentation_type: 'Takes part as',
  unit_cents: 'Price',
  cents: 'Amount',
  fee_basis_points: 'Fee in per cent',
  tax_basis_points: 'Tax in per cent',
  basis_points: 'Tax in per cent',
  fee_tax_basis_points: 'Tax on the fee in per cent',
  told_at: 'Author told',
  question_id: 'Question',
  session_id: 'Session',
  interest_area_id: 'Topic',
  vat_id: 'VAT id',
};

const FLAGS = /^(?:is_|states_|by_|has_)|^(?:live|presents|declined)$/;

type Looks = { currency: Currency; timezone: string };

/** Everything that is stored about a person as a page that the person can read: without scripts, and made for paper too. */
export function personPage(
  { email, writtenAt, kept, files }: PersonExport,
  about: { conference: string; timezone: string; currency: Currency },
): string {
  const sections = [...allTables()].flatMap(([table, { person }]) => {
    const facts = kept[table]?.map((row) => factsOf(row, about)) ?? [];
    return person === 'nobody' || facts.length === 0 ? [] : [section(person.heading, facts)];
  });
  const ofFiles = files.map(({ name, reference, isThere }) =>
    factsOf({ file: name, reference, kept: isThere ? 'yes' : 'no longer' }, about),
  );
  const body = html`<main>
    <h1>Stored about ${email}</h1>
    <p>
      ${about.conference} has these data about this address. Written on
      ${timeText(writtenAt, about)}; all times are those of ${about.timezone}.
    </p>
    ${sections.length === 0 ? html`<p>No data are stored about this address.</p>` : sections}
    ${ofFiles.length === 0 ? undefined : section('Your files', ofFiles)}
  </main>`;
  return wholePage(`Stored about ${email}`, {
    style: html`<style>
      ${STYLE}
    </style>`,
    body,
  });
}

const STYLE: Markup = {
  markup:
    'body{font:1rem/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;margin:0}main{max-width:46rem;margin:0 auto;padding:2rem 1rem}h2{margin:2.5rem 0 .5rem;break-after:avoid}dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.2rem 1rem;margin:0;padding:.75rem 0;border-top:1px solid #bbb;break-inside:avoid}dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}dd dl{border:0;padding:0}@media(max-width:30rem){dl{grid-template-columns:1fr}}',
};

function section(heading: string, rows: readonly Markup[]): Markup {
  return html`<section>
    <h2>${heading}</h2>
    ${rows}
  </section> `;
}

/** The facts of a row or of a group within it. Empty values and what only the program needs are left out. */
function factsOf(row: Record<string, unknown>, looks: Looks): Markup {
  const { currency: code, currency_decimals: decimals } = row;
  const currency =
    typeof code === 'string'
      ? currencyOf(code, typeof decimals === 'number' ? decimals : undefined)
      : looks.currency;
  const facts = Object.entries(row).flatMap(([key, value]) => {
    const column = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (isEmpty(value) || (OWN_TO_PROGRAM.test(column) && !SHOWN.has(column))) return [];
    const shown = valueOf(column, value, { ...looks, currency });
    return shown === undefined
      ? []
      : [
          html`<dt>${labelOf(column)}</dt>
            <dd>${shown}</dd> `,
        ];
  });
  return html`<dl>
    ${
      facts.length === 0
        ? html`<dt>Entry</dt>
            <dd>yes</dd>`
        : facts
    }
  </dl> `;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

function valueOf(column: string, value: unknown, looks: Looks): Markup | string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (/(?:^|_)cents$/.test(column)) return signedAmountWithCode(value, looks.currency);
    if (column.endsWith('basis_points')) return String(value / 100);
    if (column === 'expires_at') return timeText(value * 1000, looks);
    return FLAGS.test(column) ? (value === 0 ? 'no' : 'yes') : String(value);
  }
  if (typeof value === 'string') {
    if (value.startsWith('BEGIN:VCALENDAR')) return 'a calendar';
    if (/(?:^|_)state$/.test(column)) return value.toLowerCase().replaceAll('_', ' ');
    const group = groupIn(value);
    return group === undefined ? textOf(value, looks) : valueOf(column, group, looks);
  }
  if (Array.isArray(value)) {
    const parts = value.map((each) => valueOf(column, each, looks) ?? '');
    return html`${parts.map((part) => html`<div>${part}</div>`)}`;
  }
  return isRecord(value) ? factsOf(value, looks) : undefined;
}

/** A group or a list that a column has as JSON. */
function groupIn(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A time by the clock of the conference, a day in words, a state in small letters; secrets of links, and the places of
 * other facts in a text, are left out.
 */
function textOf(text: string, looks: Looks): string {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return timeText(text, looks);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dayText(text, 'en');
  if (/^[A-Z]+(?:_[A-Z]+)+$|^[A-Z]{5,}$/.test(text)) return text.toLowerCase().replaceAll('_', ' ');
  return text
    .replaceAll(/\{\w+\}/g, '')
    .replaceAll(/[\w-]{22,}/g, (word) => (/\d/.test(word) ? '…' : word));
}

function timeText(instant: string | number, { timezone }: Pick<Looks, 'timezone'>): string {
  return new Date(instant).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  });
}

/** `checked_in_at` is "Checked in". */
function labelOf(column: string): string {
  const words = column
    .replace(/_(?:cents|at|on)$/, '')
    .replace(/^is_/, '')
    .replaceAll('_', ' ');
  return LABELS[column] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
