import { countryNames } from '#contract/countries.ts';
import { type Content, languagesOf } from '#contract/content.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { limitsOf, nameOfPlaces } from '#server/orders/sell/place-limits.ts';
import type { Choice, Command, Field } from '../command.ts';
import { actionsOfPages, commands } from '../commands.ts';
import { invoiceFields } from '../fields.ts';
import { may, mayUse, type Rights } from './rights.ts';

type Offered = Command & { title: string };
export const offered = [...actionsOfPages, ...commands].filter(isOffered);
const actions = new Map(offered.map((each) => [each.id ?? each.name, each]));

function isOffered(each: Command): each is Offered {
  return each.title !== undefined;
}

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
  isEnding?: true;
  fields: FormField[];
};
export type FormField = Omit<Field, 'endings' | 'wordsIn'> & {
  name: string;
  choices: readonly Choice[];
};

/**
 * The forms of the actions that somebody may use, with the choices that the conference has, or of one that a page of its
 * own offers.
 */
export function formsOf(
  content: Content,
  rights: Rights,
  among: readonly (readonly [string, Command])[] = [...actions].filter(([, each]) =>
    mayUse(rights, each),
  ),
): Form[] {
  const { prices, sessions, conference } = content;
  const { questions, documents, abstracts } = conference;
  const kinds = abstracts.kinds.map((kind) => ({ value: kind, label: kind }));
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
    wish: kinds,
    // A conference without kinds gets an input for any words.
    presentation: kinds,
    limit: Object.keys(limitsOf(prices)).map((kind) => ({
      value: kind,
      label: nameOfPlaces(content, kind),
    })),
  };
  const isAnswerable = ({ fields }: Offered) =>
    questions.length > 0 || Object.values(fields).every(({ kind }) => kind !== 'question');
  const usable = among.flatMap(([action, each]) => {
    const hasSense = documents !== undefined || action !== 'invoice';
    return isOffered(each) && isAnswerable(each) && hasSense ? [[action, each] as const] : [];
  });
  const isOfInvoice = (name: string) => Object.hasOwn(invoiceFields(''), name);
  return usable.map(([action, each]) => ({
    action,
    title: each.title,
    summary: each.summary,
    subject: each.isForPages || each.isElsewhere ? undefined : each.subject,
    gives: givesOf(each),
    ...('plan' in each && each.isEnding && { isEnding: each.isEnding }),
    fields: Object.entries(each.fields)
      .filter(([name, asked]) => isAsked(asked) && (documents || !isOfInvoice(name)))
      .filter(([, { kind }]) => kind !== 'wish' || abstracts.kinds.length > 0)
      .filter(([, { kind }]) => kind !== 'language' || languagesOf(content).length > 1)
      .map(([name, { endings, wordsIn, ...asked }]) => ({
        ...asked,
        ...(wordsIn && { words: wordsIn(content) }),
        name,
        choices: (asked.choices ?? endings?.map(asChoice) ?? choices[asked.kind] ?? []).filter(
          ({ subject }) => subject === undefined || may(rights, 'see', subject),
        ),
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
