import type { contentFiles } from '../content.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';

/** An entry of a file that contradicts another one, or is doubtful. */
export type Contradiction = {
  file: keyof typeof contentFiles;
  path: readonly (string | number)[];
  words: string;
};

const FILE: Contradiction['file'] = 'conference';

type Form = keyof Conference['opening'];
type Day = { month: number; day: number; year?: number };

/**
 * Compares the texts of `deadlines` with `opening`. The texts may be as they are on purpose, so this is a warning and no
 * mistake. Texts that name no day, or no form, are not compared.
 */
export function contradictingDeadlines(conference: Conference): Contradiction[] {
  const { deadlines, opening } = conference;
  const daysIn = dayReader(conference.dates.language);
  // No form of a cancelled conference opens again.
  if (conference.status?.is === 'cancelled') return [];
  const texts = [
    { path: ['abstractPage'], text: deadlines.abstractPage, form: 'abstracts' as const },
    { path: ['registrationPage'], text: deadlines.registrationPage, form: 'registration' as const },
    ...deadlines.landing.map(({ label, date }, at) => ({
      path: ['landing', at, 'date'],
      text: date,
      form: formIn(label),
    })),
  ];
  const withForms = texts.flatMap(({ path, text, form }): Contradiction[] => {
    const { from, until } = form ? opening[form] : {};
    const [begins] = daysIn(from?.day ?? '');
    const [ends] = daysIn(until?.day ?? '');
    const said = daysIn(text);
    // "1 February to 15 March" names the beginning, too.
    const [end = ends] = said.filter((day) => !begins || !isSame(day, begins));
    if (!form || !until || said.length === 0 || !end || !ends || isSame(end, ends)) return [];
    const words = `says "${text}", but opening.${form}.until is ${until.day}: '{${form}_until}' in its place follows the opening`;
    return [{ file: FILE, path: ['deadlines', ...path], words }];
  });
  const withDays = deadlines.landing.flatMap(({ date, day }, at): Contradiction[] => {
    const said = daysIn(date);
    const [meant] = daysIn(day ?? '');
    if (said.length === 0 || !meant || said.some((each) => isSame(each, meant))) return [];
    return [
      {
        file: FILE,
        path: ['deadlines', 'landing', at, 'date'],
        words: `says "${date}", but its day is ${day}`,
      },
    ];
  });
  return [...withForms, ...withDays, ...decisionDays(conference, daysIn)];
}

/** Authors hear from the committee after the form has closed, and before their answers are due. */
function decisionDays(
  { deadlines, opening, abstracts }: Conference,
  daysIn: ReturnType<typeof dayReader>,
): Contradiction[] {
  const { abstractDecisions: text = '' } = deadlines;
  const [said] = daysIn(text);
  if (said?.year === undefined) return [];
  const [closes, answers] = [opening.abstracts.until?.day, abstracts.answersUntil.day];
  const [[closing], [due]] = [daysIn(closes ?? ''), daysIn(answers)];
  const wrong = (words: string): Contradiction[] => [
    { file: FILE, path: ['deadlines', 'abstractDecisions'], words: `says "${text}", ${words}` },
  ];
  return [
    ...(closing && inOrder(said) < inOrder(closing)
      ? wrong(`which is before opening.abstracts.until, ${closes}`)
      : []),
    ...(due && inOrder(said) > inOrder(due)
      ? wrong(`which is after the answers of authors are due, ${answers}`)
      : []),
  ];
}

/** A number that is larger for a later day. */
function inOrder({ year = 0, month, day }: Day): number {
  return (year * 100 + month) * 100 + day;
}

/** An early registration ends with its price, and not with the form. */
function formIn(label: string): Form | undefined {
  if (/abstract/i.test(label)) return 'abstracts';
  return /registration/i.test(label) && !/early/i.test(label) ? 'registration' : undefined;
}

/**
 * Reads the days that a text names, in the language of the conference or in English: "Jan 15", "January 25, 2026",
 * "25 January 2026", "25. Januar 2026", 2026-01-25, 2026年1月25日.
 */
function dayReader(language: string): (text: string) => Day[] {
  // The names in the language are before the English ones: "marraskuuta" is November, and no March.
  const months = [...monthNames(language), ...monthNames('en')];
  const month = `(?<month>${months.map(({ name }) => name).join('|')})\\p{L}*\\.?`;
  const day = '(?<day>\\d{1,2})(?:st|nd|rd|th|er)?';
  const year = '(?:,? (?:de )?(?<year>\\d{4}))?';
  const inSigns =
    '(?:(?<year>\\d{4}) ?[年년] ?)?(?<number>\\d{1,2}) ?[月월] ?(?<day>\\d{1,2}) ?[日일]';
  const pattern = new RegExp(
    [
      '\\b(?<year>\\d{4})-(?<number>\\d\\d)-(?<day>\\d\\d)\\b',
      `(?<!\\p{L})${month} ${day}\\b${year}`,
      `\\b${day}\\.? (?:de |ב)?${month}${year}`,
      inSigns,
    ].join('|'),
    'giu',
  );
  return (text) =>
    [...text.matchAll(pattern)].map(({ groups = {} }) => {
      const { number, month: named, day: nth, year: written } = groups;
      const found = months.find(({ name }) => name === named?.toLowerCase());
      return {
        month: found?.month ?? Number(number),
        day: Number(nth),
        // A year of another calendar, such as 2570 in Thailand, is not compared.
        ...(Number(written) < OTHER_CALENDAR && { year: Number(written) }),
      };
    });
}

const OTHER_CALENDAR = 2400;

/** The names of the months in a date, long and short ones: "januar" and "jan". */
function monthNames(language: string): { month: number; name: string }[] {
  return (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: style });
    const all = Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(new Date(2026, month, 15));
      const { value = '' } = parts.find(({ type }) => type === 'month') ?? {};
      return { month: month + 1, name: value.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '') };
    });
    // Some languages count the months: without their numbers all have one name.
    const isCounted = new Set(all.map(({ name }) => name)).size < all.length;
    return isCounted ? [] : all;
  });
}

function isSame(one: Day, other: Day): boolean {
  const isSameYear = one.year === undefined || other.year === undefined || one.year === other.year;
  return isSameYear && one.month === other.month && one.day === other.day;
}
