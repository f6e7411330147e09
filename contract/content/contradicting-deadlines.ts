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
  const { deadlines, opening } = conference;
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
    const [said, meant] = [dayIn(text), dayIn(until?.day ?? '')];
    if (!form || !until || !said || !meant || isSame(said, meant)) return [];
    const words = `says "${text}", but opening.${form}.until is ${until.day}: '{${form}_until}' in its place follows the opening`;
    return [{ file: FILE, path: ['deadlines', ...path], words }];
  });
  const withDays = deadlines.landing.flatMap(({ date, day }, at): Contradiction[] => {
    const [said, meant] = [dayIn(date), dayIn(day ?? '')];
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
function decisionDays({ deadlines, opening, abstracts }: Conference): Contradiction[] {
  const { abstractDecisions: text = '' } = deadlines;
  const said = dayIn(text);
  if (said?.year === undefined) return [];
  const [closes, answers] = [opening.abstracts.until?.day, abstracts.answersUntil.day];
  const path = ['deadlines', 'abstractDecisions'];
  return [
    ...(closes !== undefined && inOrder(said) < inOrder(dayIn(closes))
      ? [
          {
            file: FILE,
            path,
            words: `says "${text}", which is before opening.abstracts.until, ${closes}`,
          },
        ]
      : []),
    ...(inOrder(said) > inOrder(dayIn(answers))
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
function inOrder({ year = 0, month, day }: Day = { month: 0, day: 0 }): number {
  return (year * 100 + month) * 100 + day;
}

/** An early registration ends with its price, and not with the form. */
function formIn(label: string): Form | undefined {
  if (/abstract/i.test(label)) return 'abstracts';
  return /registration/i.test(label) && !/early/i.test(label) ? 'registration' : undefined;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const DAYS = [
  /\b(?<year>\d{4})-(?<number>\d\d)-(?<day>\d\d)\b/,
  new RegExp(
    `\\b(?<month>${MONTH}) (?<day>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (?<year>\\d{4}))?`,
    'i',
  ),
  new RegExp(
    `\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?\\.? (?<month>${MONTH})(?:,? (?<year>\\d{4}))?`,
    'i',
  ),
];

/** The first day that a text names: "Jan 15", "January 25, 2026", "25 January 2026", 2026-01-25. */
function dayIn(text: string): Day | undefined {
  for (const pattern of DAYS) {
    const { number, month, day, year } = pattern.exec(text)?.groups ?? {};
    if (day === undefined) continue;
    const nth = number ?? String(MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1);
    return { month: Number(nth), day: Number(day), ...(year && { year: Number(year) }) };
  }
  return undefined;
}

function isSame(one: Day, other: Day): boolean {
  const isSameYear = one.year === undefined || other.year === undefined || one.year === other.year;
  return isSameYear && one.month === other.month && one.day === other.day;
}
