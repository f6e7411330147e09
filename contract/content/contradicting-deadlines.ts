import type { contentFiles } from '../content.ts';
import type { Conference } from './conference-shape.ts';

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
  const { deadlines, opening, language } = conference;
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
    const until = form && opening[form].until;
    const [said, meant] = [dayIn(text, language), dayIn(until?.day ?? '', language)];
    if (!form || !until || !said || !meant || isSame(said, meant)) return [];
    const words = `says "${text}", but opening.${form}.until is ${until.day}: '{${form}_until}' in its place follows the opening`;
    return [{ file: FILE, path: ['deadlines', ...path], words }];
  });
  const withDays = deadlines.landing.flatMap(({ date, day }, at): Contradiction[] => {
    const [said, meant] = [dayIn(date, language), dayIn(day ?? '', language)];
    if (day === undefined || !said || !meant || isSame(said, meant)) return [];
    return [
      {
        file: FILE,
        path: ['deadlines', 'landing', at, 'date'],
        words: `says "${date}", but its day is ${day}`,
      },
    ];
  });
  return [...withForms, ...withDays, ...decisionDays(conference)];
}

/** Authors hear from the committee after the form has closed, and before their answers are due. */
function decisionDays({ deadlines, opening, abstracts, language }: Conference): Contradiction[] {
  const { abstractDecisions: text = '' } = deadlines;
  const said = dayIn(text, language);
  if (said?.year === undefined) return [];
  const [closes = '', answers] = [opening.abstracts.until?.day, abstracts.answersUntil.day];
  const [first, last] = [dayIn(closes, language), dayIn(answers, language)];
  const path = ['deadlines', 'abstractDecisions'];
  return [
    ...(first && inOrder(said) < inOrder(first)
      ? [
          {
            file: FILE,
            path,
            words: `says "${text}", which is before opening.abstracts.until, ${closes}`,
          },
        ]
      : []),
    ...(last && inOrder(said) > inOrder(last)
      ? [
          {
            file: FILE,
            path,
            words: `says "${text}", which is after the answers of authors are due, ${answers}`,
          },
        ]
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
  return /registration|anmelde/i.test(label) && !/early/i.test(label) ? 'registration' : undefined;
}

/** The first three letters of the English months, and the names of the months in the language. */
function monthsOf(language: string): string[][] {
  const names = ['long', 'short'] as const;
  return 'jan feb mar apr may jun jul aug sep oct nov dec'
    .split(' ')
    .map((english, month) => [
      english,
      ...names.map((length) =>
        new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' })
          .format(Date.UTC(2026, month))
          .replace(/\.$/, '')
          .toLowerCase(),
      ),
    ]);
}

/** The first day that a text names: "Jan 15", "January 25, 2026", "25 January 2026", "25. Januar 2026", 2026-01-25. */
function dayIn(text: string, language: string): Day | undefined {
  const months = monthsOf(language);
  const names = months.flat().toSorted((one, other) => other.length - one.length);
  const month = `(?<month>${names.map((name) => RegExp.escape(name)).join('|')})\\p{L}*\\.?`;
  const patterns = [
    /\b(?<year>\d{4})-(?<number>\d\d)-(?<day>\d\d)\b/,
    new RegExp(
      `(?<!\\p{L})${month} (?<day>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (?<year>\\d{4}))?`,
      'iu',
    ),
    new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?\\.? ${month}(?:,? (?<year>\\d{4}))?`, 'iu'),
  ];
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.groups;
    if (found?.['day'] === undefined) continue;
    const { number, day, year } = found;
    const named = found['month']?.toLowerCase() ?? '';
    const nth = number ?? months.findIndex((each) => each.includes(named)) + 1;
    return { month: Number(nth), day: Number(day), ...(year && { year: Number(year) }) };
  }
  return undefined;
}

function isSame(one: Day, other: Day): boolean {
  const isSameYear = one.year === undefined || other.year === undefined || one.year === other.year;
  return isSameYear && one.month === other.month && one.day === other.day;
}
