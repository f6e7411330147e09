import * as z from 'zod/mini';
import { countDays, daysText } from './calendar-days.ts';
import { endIn, isTimezone, moment } from './moments.ts';
import { afterLabel } from './opening.ts';
import { period, periodNames } from './periods.ts';

/** The forms that have an end in `opening`. */
const forms = ['registration', 'abstracts', 'discounts'] as const;

/**
 * Facts from conference.yaml that any text of content/ may name in braces: "Register for {name}". An organiser changes a
 * date or a name in one place only: {abstracts_until} is the end of `opening.abstracts`. The retention periods come from
 * privacy.yaml: {unpaid_period}.
 */
const factNames = [
  ...(['name', 'year', 'dates', 'days', 'city', 'country'] as const),
  ...forms.map((form) => `${form}_until` as const),
  ...periodNames.map((name) => `${name}_period` as const),
];
type FactName = (typeof factNames)[number];
type Facts = { [name in FactName]?: string | undefined };

const braces = /\{([^{}]*)\}/g;

/** The first name in braces that is neither a fact nor one of the placeholders, if there is one. */
export function unknownFact(
  text: string,
  placeholders: readonly string[] = [],
): string | undefined {
  const names = Array.from(text.matchAll(braces), ([, name = '']) => name);
  return names.find((name) => !isFactName(name) && !placeholders.includes(name));
}

/** Puts values into a text in place of its placeholders. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(braces, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

export const knownFacts = inBraces(factNames);

export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}

/** Puts the facts into all texts. If conference.yaml lacks a fact or has a wrong value, the braces remain. */
export function fillFacts(files: Record<string, unknown>): Record<string, unknown> {
  const facts = { ...factsOf(files['conference']), ...periodsOf(files['privacy']) };
  const all = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, filled(file, facts)]),
  );
  // The {year} in document numbers is the year in which each document is issued.
  return { ...all, conference: withPatterns(all['conference'], files['conference']) };
}

function withPatterns(conference: unknown, written: unknown): unknown {
  const { documents } = Patterns.parse(written);
  if (documents === undefined || typeof conference !== 'object') return conference;
  return { ...conference, documents };
}

const Patterns = z.catch(z.object({ documents: z.unknown() }), { documents: undefined });

const text = z.catch(z.optional(z.string()), undefined);
const isoDate = z.catch(z.optional(z.iso.date()), undefined);
/** The valid part of conference.yaml. The `Conference` schema reports the mistakes. */
const Source = z.catch(
  z.object({
    name: text,
    city: text,
    country: text,
    dates: z.catch(z.object({ start: isoDate, end: isoDate, timezone: text }), {}),
    opening: z.catch(z.partialRecord(z.enum(forms), z.object({ until: z.unknown() })), {}),
    deadlines: z.catch(z.object({ notSet: text }), {}),
  }),
  { dates: {}, opening: {}, deadlines: {} },
);
const Privacy = z.catch(
  z.object({ periods: z.catch(z.partialRecord(z.enum(periodNames), z.unknown()), {}) }),
  { periods: {} },
);

/** The words for a deadline that has no end in `opening`. */
const NOT_SET = 'to be announced';

function factsOf(conference: unknown): Facts {
  const { name, city, country, dates, opening, deadlines } = Source.parse(conference);
  const { start, end, timezone = '' } = dates;
  const facts: Facts = { city, country, year: start?.slice(0, 4) };
  for (const form of forms) {
    const until = opening[form]?.until;
    const { data } = moment.safeParse(until);
    if (until === undefined) facts[`${form}_until`] = deadlines.notSet ?? NOT_SET;
    else if (data && isTimezone(timezone))
      facts[`${form}_until`] = afterLabel(endIn(timezone, data));
  }
  if (start !== undefined && end !== undefined && start <= end) {
    facts.dates = daysText(start, end);
    facts.days = String(countDays(start, end));
  }
  return { ...facts, name: name && fill(name, facts) };
}

/** The valid periods, in the words of the pages. */
function periodsOf(privacy: unknown): Facts {
  const { periods } = Privacy.parse(privacy);
  return Object.fromEntries(
    periodNames.map((name) => [`${name}_period`, period.safeParse(periods[name]).data?.text]),
  );
}

function filled(value: unknown, facts: Facts): unknown {
  if (typeof value === 'string') return fill(value, facts);
  if (Array.isArray(value)) return value.map((each) => filled(each, facts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, filled(inner, facts)]),
  );
}

function fill(value: string, facts: Facts): string {
  return value.replaceAll(braces, (whole, name: string) =>
    isFactName(name) ? (facts[name] ?? whole) : whole,
  );
}

export function isFactName(name: string): name is FactName {
  return factNames.some((known) => known === name);
}
