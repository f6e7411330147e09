import * as z from 'zod/mini';
import { countDays, daysText } from './calendar-days.ts';
import { isLanguage } from './languages.ts';
import { moments } from './labels/moments.ts';
import { endIn, isTimezone, moment } from './moments.ts';
import { braces, namesIn } from './placeholders.ts';
import { period, periodNames, periodText } from './periods.ts';

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

/** The first name in braces that is neither a fact nor one of the placeholders, if there is one. */
export function unknownFact(
  text: string,
  placeholders: readonly string[] = [],
): string | undefined {
  return namesIn(text).find((name) => !isFactName(name) && !placeholders.includes(name));
}

export const knownFacts = inBraces(factNames);

export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}

/** Puts the facts into all texts. If conference.yaml lacks a fact or has a wrong value, the braces remain. */
export function fillFacts(files: Record<string, unknown>): Record<string, unknown> {
  const phrases = Phrases.parse(files['labels']);
  const language = Language.parse(files['conference']);
  const facts = {
    ...factsOf(files['conference'], { language, phrases }),
    ...periodsOf(files['privacy'], language),
  };
  const all = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, filled(file, facts)]),
  );
  const { conference } = all;
  if (typeof conference !== 'object' || conference === null) return all;
  // The {year} in document numbers is the year in which each document is issued.
  const { documents } = Patterns.parse(files['conference']);
  return {
    ...all,
    conference: { ...conference, ...(documents !== undefined && { documents }) },
  };
}

/** The labels for moments. The `Labels` schema reports the mistakes. */
const Phrases = z.pipe(
  z.catch(z.object({ moments: z.record(z.string(), z.string()) }), { moments: {} }),
  z.transform((labels) => ({ ...moments, ...labels.moments })),
);
const Language = z.pipe(
  z.catch(z.object({ language: z.string().check(z.refine(isLanguage)) }), { language: 'en' }),
  z.transform(({ language }) => language),
);

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

function factsOf(
  conference: unknown,
  { language, phrases }: { language: string; phrases: typeof moments },
): Facts {
  const { name, city, country, dates, opening, deadlines } = Source.parse(conference);
  const { start, end, timezone = '' } = dates;
  const facts: Facts = { city, country, year: start?.slice(0, 4) };
  for (const form of forms) {
    const until = opening[form]?.until;
    const { data } = moment.safeParse(until);
    if (until === undefined) facts[`${form}_until`] = deadlines.notSet ?? phrases.notSet;
    else if (data && isTimezone(timezone))
      facts[`${form}_until`] = endIn({ timezone, language, phrases }, data).label;
  }
  if (start !== undefined && end !== undefined && start <= end) {
    facts.dates = daysText(start, end, language);
    facts.days = String(countDays(start, end));
  }
  return { ...facts, name: name && fill(name, facts) };
}

/** The valid periods, in the words of the pages. */
function periodsOf(privacy: unknown, language: string): Facts {
  const { periods } = Privacy.parse(privacy);
  return Object.fromEntries(
    periodNames.map((name) => {
      const { data } = period.safeParse(periods[name]);
      return [`${name}_period`, data && periodText(data, language)];
    }),
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
