import { isDeepStrictEqual } from 'node:util';
import { contentFileOf, type contentFiles } from '#contract/content.ts';
import { isGroup } from '#contract/content/content-edits.ts';
import { featureTexts } from '#contract/content/feature-texts.ts';
import { snakeCase } from '#server/content/content-file.ts';
import { LONGEST_FILE, valuesIn } from '#server/content/edit-yaml.ts';
import { isFact } from '#server/content/translation.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

type Name = keyof typeof contentFiles;

/** The files in YAML that the page offers. Countries are the work of whoever sets the conference up. */
export const titles = {
  prices: 'Prices and places',
  conference: 'Dates, deadlines and questions',
  speakers: 'Speakers',
  agenda: 'Agenda',
  partners: 'Partners and sponsors',
  home: 'Home page',
  pages: 'Texts of the pages',
  mails: 'Texts of mails',
  sessions: 'Sessions and topics of abstracts',
  topics: 'Topics of the home page',
  exhibition: 'Exhibition',
  yourRegistration: 'Own page of participants',
  yourAbstract: 'Own page of authors',
  legal: 'Legal pages',
  privacy: 'Privacy',
  labels: 'Words of buttons and messages',
  theme: 'Colours and looks',
} as const satisfies Partial<Record<Name, string>>;

export type EditedName = keyof typeof titles;
export const editedNames = Object.keys(titles).filter(isEdited);

function isEdited(name: string): name is EditedName {
  return Object.hasOwn(titles, name);
}

/** The files that a translation may have: looks are the same in every language. */
export const translatedNames = editedNames.filter((name) => name !== 'theme');

/**
 * The account, the seller, the numbers of documents, the limits of a second person, and who gets what people typed, by copies
 * of mails or by webhooks: whoever could change these in a browser could send money or personal data elsewhere, or agree to
 * the own acts.
 */
const onlyInTheFile: Partial<Record<EditedName, readonly string[]>> = {
  conference: [
    'language',
    'reference_prefix',
    'organiser',
    'documents',
    'bookkeeping',
    'bank_transfer',
    'ways',
    'cash',
    'colleagues',
    'secretary',
    'webhooks',
    'abstracts.chair',
    'abstracts.reviewer_pages.chair',
  ],
  prices: ['currency'],
  privacy: ['periods', 'controller'],
  // Files and numbers of a designer.
  theme: ['dots', 'fonts'],
};

/** The keys of conference.yaml that are words and pictures of the site. */
const siteWords =
  'name full_title tagline description brand_line accent copyright_year drawing city country country_code venue places accommodation deadlines statistics sponsor'.split(
    ' ',
  );

/** The keys that somebody most often looks for come first in the form; the others have the order of the schema. */
export const firstKeys: Partial<Record<EditedName, readonly string[]>> = {
  prices: ['presentation_types', 'phases', 'room', 'extras', 'places'],
  conference: ['dates', 'opening', 'abstracts', 'deadlines', 'questions'],
};

/** The rules for abstracts that are no reviews: what authors may do until when, and what is shown of it. */
const ofAuthors = 'edits answers final kinds suggestions book website posters material'.split(' ');

/** The groups whose keys have rights of their own. */
const divided = ['abstracts', 'abstracts.reviewer_pages'];

export type RightToKey = 'Texts' | 'Prices' | 'Reviews and decisions' | undefined;

/** The right to a key of a file, such as abstracts.edits; undefined: nobody changes it in the dashboard. */
export function rightTo(name: EditedName, key: string): RightToKey {
  if (onlyInTheFile[name]?.includes(key)) return undefined;
  const [first = key, second] = key.split('.');
  // A secretary has no right to reviews, and a key that is new here may be one of them.
  if (name === 'conference' && second !== undefined) {
    return ofAuthors.includes(second) ? 'Prices' : 'Reviews and decisions';
  }
  // Rules of cancellation and of openings are money as a price is, and a key that is new here may be, too.
  const isRule =
    name === 'conference'
      ? !siteWords.includes(first)
      : // A reminder more is a mail to hundreds of people.
        name === 'mails' && isFact([name, first]);
  return name === 'prices' || isRule ? 'Prices' : 'Texts';
}

/** Whether the keys of a group have rights of their own. */
export function isDivided(name: EditedName, key: string): boolean {
  return name === 'conference' && divided.includes(key);
}

/** The keys that differ, each as far as it has a right of its own. */
function changedKeys(name: EditedName, before: unknown, after: unknown, within = ''): string[] {
  const [old, now] = [before, after].map((value) => (isGroup(value) ? value : {}));
  const keys = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  return [...keys].flatMap((key) => {
    const [was, is] = [old?.[key], now?.[key]];
    if (isDeepStrictEqual(was, is)) return [];
    const path = within + key;
    // A group that is no group, such as a list, is a mistake that the check names.
    const isWhole = [was, is].some((value) => value !== undefined && !isGroup(value));
    return isDivided(name, path) && !isWhole ? changedKeys(name, was, is, `${path}.`) : [path];
  });
}

/** Without a name it is a page in Markdown, and without a language no translation. */
type InWhichFile = { name?: EditedName; language?: string };

/** The rights that a change of a file needs. Throws if it changes what only the file itself may say. */
export function rightsToChange(
  { name, language }: InWhichFile,
  texts: { before: string; after: string },
): Set<RightToKey> {
  if (name === undefined) return new Set<RightToKey>(['Texts']);
  const [before, after] = [valuesIn(texts.before), valuesIn(texts.after)];
  if (!isGroup(before) || !isGroup(after)) throw new ActionImpossible('The file cannot be read.');
  const changed = changedKeys(name, before, after);
  const kept = changed.find((key) => rightTo(name, key) === undefined);
  if (kept !== undefined) {
    throw new ActionImpossible(
      `“${kept}” is changed in ${contentFileOf(name)} itself, by whoever has the server: it decides where money or personal data go, or who may do what.`,
    );
  }
  // The reader of the folder refuses a translation that decides something.
  if (language !== undefined) return new Set<RightToKey>(['Texts']);
  // Its words are texts; whether participants are asked for their passport is none.
  const switches = featureTexts().flatMap((added) => added.switches?.map(snakeCase) ?? []);
  const isSwitched = (key: string) =>
    switches.includes(key) && Object.hasOwn(before, key) !== Object.hasOwn(after, key);
  return new Set(changed.map((key) => (isSwitched(key) ? 'Prices' : rightTo(name, key))));
}

/** Whether a dashboard can have made this change of a file: a row of the database may be of somebody else. */
export function isByDashboard(
  file: InWhichFile,
  texts: { before: string; after: string },
): boolean {
  if (texts.after.length > LONGEST_FILE) return false;
  try {
    rightsToChange(file, texts);
    return true;
  } catch (error) {
    if (error instanceof ActionImpossible) return false;
    throw error;
  }
}

/** The right to the whole of a file, without which nothing of it is changed. */
export function rightToFile({ name, language }: InWhichFile) {
  return name === 'prices' && language === undefined ? 'Prices' : 'Texts';
}
