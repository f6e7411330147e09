import { countryNames } from '#contract/countries.ts';
import { type Content, languagesOf } from '#contract/content.ts';
import { planDecisions } from '#features/programme/decide-abstracts.ts';
import { readDecisionSheet } from '#features/programme/decision-sheet.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { limitsOf, nameOfPlaces } from '#server/orders/sell/place-limits.ts';
import { type Choice, command, type Command, type Field, field } from '../command.ts';
import { commands } from '../commands.ts';
import { invoiceFields, REFERENCE } from '../fields.ts';

/** An action that only pages offer: on the command line decisions come from a sheet. */
const decide = command({
  name: 'decide',
  title: 'Decide',
  summary: 'Records the decision about one abstract, and writes to the author on request.',
  fields: {
    reference: REFERENCE,
    outcome: field('choice', '--outcome', 'Decision', {
      choices: [
        { value: 'ACCEPTED', label: 'Accepted' },
        { value: 'REJECTED', label: 'Rejected' },
      ],
    }),
    presentation: field('text', '--presentation TEXT', 'Presentation', { otherwise: 'none' }),
    day: field('text', '--day 2026-05-29', 'Day', { hint: 'or “Fri”, “Day 1”', otherwise: 'none' }),
    starts: field('text', '--start 09:00', 'Start', { otherwise: 'none' }),
    ends: field('text', '--end 09:20', 'End', { otherwise: 'none' }),
    room: field('text', '--room TEXT', 'Room', { otherwise: 'none' }),
    track: field('text', '--track TEXT', 'Track', { otherwise: 'none' }),
    chair: field('text', '--chair "NAME"', 'Chair', { otherwise: 'none' }),
    number: field('text', '--number P12', 'Number of the poster', { otherwise: 'none' }),
    slot: field('text', '--slot TEXT', 'Slot in words, before the times are known', {
      otherwise: 'none',
    }),
    commentForAuthor: field('text', '--comment TEXT', 'Comment for the author', {
      longest: 10_000,
      otherwise: 'none',
    }),
    isSending: field('flag', '--send', 'Write to the author now'),
  },
  plan(context, { isSending, outcome, ...typed }) {
    const cells = Object.entries({ ...typed, decision: outcome.toLowerCase() });
    const given = cells.flatMap(([column, cell]) => (cell === undefined ? [] : [[column, cell]]));
    // The form is read as a sheet of one row with the columns that were filled in.
    const sheet = [given.map(([column]) => column), given.map(([, cell]) => cell)];
    const { decisions } = readDecisionSheet(sheet, context.content.conference);
    return planDecisions(context, { decisions, isSending });
  },
});

type Offered = Command & { title: string };
export const offered = [decide, ...commands].filter(
  (each): each is Offered => each.title !== undefined,
);
const actions = new Map(offered.map((each) => [each.id ?? each.name, each]));

/** The action with a name from a request of the page. */
export function actionNamed(name: string): Offered {
  const found = actions.get(name);
  if (!found) throw new ActionImpossible(`There is no action "${name}".`);
  return found;
}

/** The form of an action, as a page shows it. */
export type Form = {
  action: string;
  title: string;
  summary: string;
  /** The section of the page of commands that has the form. */
  subject: string | undefined;
  /** The page shows a plan before it performs it, shows a report, or downloads a file. */
  gives: 'plan' | 'report' | 'file';
  fields: FormField[];
};
export type FormField = Omit<Field, 'endings' | 'wordsIn'> & {
  name: string;
  choices: readonly Choice[];
};

/** The forms of all actions, with the choices that the conference has. */
export function formsOf(content: Content): Form[] {
  const { prices, sessions, conference } = content;
  const { questions, documents, abstracts } = conference;
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const choices: Partial<Record<Field['kind'], readonly Choice[]>> = {
    country: countryNames.map((name) => ({ value: name, label: name })),
    type: prices.presentationTypes.map(({ id, label }) => ({ value: id, label })),
    question: questions.map(({ id, label }) => ({ value: id, label })),
    session: sessions.sessions.map(named),
    area: sessions.interestAreas.map(named),
    language: languagesOf(content).map((language) => ({
      value: language,
      label: nameOfLanguage(language),
    })),
    wish: abstracts.kinds.map((kind) => ({ value: kind, label: kind })),
    limit: Object.keys(limitsOf(prices)).map((kind) => ({
      value: kind,
      label: nameOfPlaces(content, kind),
    })),
  };
  const isAnswerable = ({ fields }: Offered) =>
    questions.length > 0 || Object.values(fields).every(({ kind }) => kind !== 'question');
  const usable = [...actions].filter(
    ([action, each]) => isAnswerable(each) && (documents !== undefined || action !== 'invoice'),
  );
  const isOfInvoice = (name: string) => Object.hasOwn(invoiceFields(''), name);
  return usable.map(([action, each]) => ({
    action,
    title: each.title,
    summary: each.summary,
    subject: each.subject,
    gives: givesOf(each),
    fields: Object.entries(each.fields)
      .filter(([name, asked]) => isAsked(asked) && (documents || !isOfInvoice(name)))
      .filter(([, { kind }]) => kind !== 'wish' || abstracts.kinds.length > 0)
      .filter(([, { kind }]) => kind !== 'language' || languagesOf(content).length > 1)
      .map(([name, { endings, wordsIn, ...asked }]) => ({
        ...asked,
        ...(wordsIn && { words: wordsIn(content) }),
        name,
        choices: asked.choices ?? endings?.map(asChoice) ?? choices[asked.kind] ?? [],
      })),
  }));
}

function nameOfLanguage(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}

function givesOf(each: Command): Form['gives'] {
  if ('plan' in each) return 'plan';
  const isFile =
    each.prints !== undefined || Object.values(each.fields).some(({ kind }) => kind === 'file');
  return isFile ? 'file' : 'report';
}

/** A form does not ask for a file with only one ending, or for a field with only one choice. */
function isAsked({ kind, endings = [], choices }: Field): boolean {
  return kind === 'file' ? endings.length > 1 : choices?.length !== 1;
}

/** `.pdf` -> PDF */
function asChoice(ending: string): Choice {
  return { value: ending, label: ending.slice(1).toUpperCase() };
}
