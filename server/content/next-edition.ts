import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { contentFileOf, contentFiles } from '#contract/content.ts';
import { parseContent } from './content-file.ts';
import { type Editions, movedShortDays, movedText, withoutDays } from './moved-dates.ts';
import { textsIn } from './texts-in.ts';

/** The begin of a line that the organiser deletes after having confirmed what is below it. */
export const TO_CONFIRM = '# To be confirmed: ';

type Moved = Editions & {
  /** The language of the file, and all languages of the folder. */
  language: string;
  languages: readonly string[];
  isTranslation: boolean;
};
type Edition = Moved & {
  /** The text in place of the programme of a day. */
  placeholder: string;
};

/** A file of the conference's folder with all days moved, and in conference.yaml the years and numbers counted up. */
export function movedFile(file: string, text: string, edition: Moved): string {
  const moved = movedText(text, edition, edition.languages);
  return file === contentFileOf('conference')
    ? countedUp(withShortDays(moved, edition), edition)
    : moved;
}

/**
 * A file of the conference's folder for the next edition: days moved, years and numbers counted up, speakers and items
 * of the agenda taken out. Notes stay, and a line above each thing that a person has to decide says so.
 */
export function nextEdition(file: string, text: string, edition: Edition): string {
  const name = Object.keys(contentFiles).find((each) => contentFileOf(each) === file);
  const moved = movedFile(file, text, edition);
  if (name === undefined) return moved;
  const edited =
    name === 'speakers'
      ? withoutSpeakers(moved, edition)
      : name === 'agenda'
        ? withoutItems(moved, edition)
        : moved;
  const marked = withOldYears(edited, text, edition);
  return edition.isTranslation ? marked : withReasons(marked, name, edition);
}

const yearOf = (day: string) => Number(day.slice(0, 4));

/** The facts of conference.yaml that name the year or count the editions. */
function countedUp(text: string, { from, to }: Editions): string {
  const [was, is] = [yearOf(from), yearOf(to)];
  const short = (year: number) => String(year % 100).padStart(2, '0');
  const prefix = /^reference_prefix: *['"]?([A-Z0-9]+)/m.exec(text)?.[1] ?? '';
  const next = prefix.endsWith(String(was))
    ? prefix.replace(/\d{4}$/, String(is))
    : prefix.endsWith(short(was))
      ? prefix.replace(/\d\d$/, short(is))
      : prefix;
  const ofEdition = /^(?:name|full_title|tagline|description|brand_line): .*$/gm;
  return text
    .replaceAll(/^copyright_year: *\d{4}/gm, `copyright_year: ${is}`)
    .replaceAll(/^( +series: .*?)(20\d\d)/gm, (whole, before: string, year: string) =>
      year === String(was) ? `${before}${is}` : whole,
    )
    .replaceAll(new RegExp(`\\b${prefix || '(?!)'}\\b`, 'g'), next)
    .replaceAll(ofEdition, (line) =>
      line
        .replaceAll(String(was), String(is))
        .replaceAll(/\b(\d{1,3})(st|nd|rd|th)\b/g, (_, n: string) => ordinal(Number(n) + 1))
        .replaceAll(/\b(\d{1,3})\.(?= \p{Lu})/gu, (_, n: string) => `${Number(n) + 1}.`),
    );
}

function ordinal(n: number): string {
  const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' };
  return `${n}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)]}`;
}

function withShortDays(text: string, edition: Moved): string {
  const [head = '', ...rest] = text.split(/^deadlines:/m);
  const moved = rest.map((part) => movedShortDays(part, edition, edition.language));
  return [head, ...moved].join('deadlines:');
}

function withoutSpeakers(text: string, { isTranslation }: Edition): string {
  const document = parseDocument(text);
  if (isTranslation) document.delete('speakers');
  else document.set('speakers', document.createNode([], { flow: true }));
  return document.toString({ lineWidth: 0 });
}

/** The days stay, each without items. */
function withoutItems(text: string, { placeholder, isTranslation }: Edition): string {
  const document = parseDocument(text);
  const days = document.get('days');
  for (const day of isSeq<YAMLMap>(days) ? days.items : []) {
    if (!isMap(day)) continue;
    if (isTranslation) day.delete('items');
    else day.set('items', document.createNode([], { flow: true }));
    if (!isTranslation && !day.has('placeholder')) day.set('placeholder', placeholder);
  }
  return document.toString({ lineWidth: 0 });
}

/** The keys that a person confirms, in each file, and the reason. */
function withReasons(text: string, name: string, { from, to }: Editions): string {
  const dates = `these days are those of ${yearOf(from)}, moved to ${yearOf(to)}`;
  const prices = `these prices and places are those of ${yearOf(from)}`;
  const reasons: Record<string, Record<string, string>> = {
    conference: {
      dates,
      venue: `the place is that of ${yearOf(from)}`,
      accommodation: `the hotel is that of ${yearOf(from)}`,
      opening: dates,
      abstracts: dates,
      cancellation: dates,
      questions: dates,
      self_service: dates,
      statistics: `these figures are those of ${yearOf(from)}`,
      deadlines: dates,
      sponsor: `the sponsor is that of ${yearOf(from)}`,
    },
    prices: {
      processing_fee: prices,
      phases: dates,
      places: prices,
      presentation_types: prices,
      room: prices,
      extras: prices,
    },
    partners: { partners: `the partners are those of ${yearOf(from)}` },
    speakers: { speakers: 'the speakers of this edition' },
    agenda: { days: 'the items and the labels of the days' },
  };
  return Object.entries(reasons[name] ?? {}).reduce(
    (all, [key, reason]) =>
      all.replace(new RegExp(`^${key}:`, 'm'), `${TO_CONFIRM}${reason}\n${key}:`),
    text,
  );
}

/** Marks the texts that name the year of the last edition otherwise than in a day. */
function withOldYears(text: string, original: string, edition: Edition): string {
  const year = edition.from.slice(0, 4);
  const isNamed = (each: string) =>
    withoutDays(each, edition, edition.languages).split(/\D+/).includes(year);
  const before = textsIn(parseContent(original).value).filter((each) => isNamed(each.text));
  const wasNamed = new Set(before.map(({ path }) => path.join()));
  const { value, find } = parseContent(text);
  const named = textsIn(value).filter(
    ({ text: each, path }) => each.includes(year) && wasNamed.has(path.join()),
  );
  const lines = text.split('\n');
  const at = new Set(named.map(({ path }) => find(path).line));
  for (const line of [...at].toSorted((one, other) => other - one)) {
    const [indent = ''] = /^ */.exec(lines[line - 1] ?? '') ?? [];
    lines.splice(line - 1, 0, `${indent}${TO_CONFIRM}this text names ${year}`);
  }
  return lines.join('\n');
}
