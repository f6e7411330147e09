import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import { NotUnderstood, type Plan } from '#server/operations/plan.ts';
import { allReferences, oneReference } from '#server/orders/rows/named-references.ts';
import type { Db } from '#server/database/database.ts';
import type { CommandContext } from './command-context.ts';
import type { Subject } from '#server/operations/subjects.ts';

declare module '#server/features.ts' {
  interface Feature {
    /** The organiser's commands. Servers do not load them. */
    commands?: () => Promise<{ commands: readonly Command[] }>;
  }
}

/** Prints a text unchanged; the promise waits for a slow reader. */
export type Print = (text: string) => Promise<void>;

/** An argument of a command, on the command line and in a form of the dashboard. */
export type Field = {
  /** The argument in the help: REFERENCE is a word, `--amount 120.00` an option with an example of its value. */
  typed: string;
  label: string;
  kind: Kind;
  hint?: string;
  /** Words that the field understands, each with its meaning. */
  words?: Words;
  /** The same, if each conference has words of its own; without its content those of every conference. */
  wordsIn?: (content?: Content) => Words;
  /** Makes the field optional, and describes the default: "all that is left". */
  otherwise?: string;
  choices?: readonly Choice[];
  /** Takes any number of words. */
  many?: true;
  /** Joins all remaining words to one text, so that nobody has to quote it. */
  joined?: true;
  /** The endings that the name of a new file may have. */
  endings?: readonly string[];
  /**
   * The field confirms a plan as the command's own option does. The text describes the effect: "write it down without
   * letters".
   */
  confirms?: string;
  /** The greatest number of characters, if it is more than in other fields; the dashboard has an input of several lines. */
  longest?: number;
  /** Overrules a refusal. The dashboard shows the field only after a refusal. */
  overrules?: true;
};

type Words = Readonly<Record<string, string>>;

/** Creates a field. */
export function field<const K extends Kind, const More extends Partial<Field> = object>(
  kind: K,
  typed: string,
  label: string,
  more?: More,
) {
  return { kind, typed, label, ...more } as { kind: K; typed: string; label: string } & More;
}

/** `subject`: the dashboard offers the choice to colleagues who may read about it. */
export type Choice = { value: string; label: string; subject?: Subject };

/**
 * The dashboard has an input for each kind. The command reads a `sheet`, a `statement` of a bank, a `letter` or a
 * `document` of an author, and writes a `file`; a `path` is any other file or folder. A `reference` of an order or an
 * abstract may be typed, pasted or scanned in any spelling. A definition whose first word is the reference of an
 * `abstract` is for abstracts only.
 */
type Kind =
  | ('text' | 'flag' | 'choice' | 'amount' | 'number' | 'email' | 'date' | 'country')
  | (
      | 'language'
      | 'type'
      | 'room'
      | 'limit'
      | 'question'
      | 'session'
      | 'area'
      | 'wish'
      | 'presentation'
    )
  | ('reference' | 'abstract')
  | ('sheet' | 'statement' | 'letter' | 'document' | 'file' | 'path');

export type Fields = Record<string, Field>;

/** The values of all fields, by name. The value of a file is its path. */
export type Request<F extends Fields> = {
  [Name in keyof F]:
    | Value<F[Name]>
    | (F[Name] extends { otherwise: string; many?: never } ? undefined : never);
};
type Value<F extends Field> = F extends { kind: 'flag' }
  ? boolean
  : F extends { many: true }
    ? string[]
    : F extends { choices: readonly { value: infer V }[] }
      ? V
      : string;

/** Facts for programs, the same facts as lines for people, and whether a concern needs a person. */
export type Report = {
  facts: unknown;
  lines: readonly string[];
  /** The line in place of no lines. */
  none?: string;
  needsPerson?: boolean;
};

type Code = 0 | 1;

/**
 * A command has a `plan` for a change, a `report` of facts, or `work` that prints or writes a file. `alone` is work
 * without an installation.
 */
type Work<R> =
  | {
      plan: (context: CommandContext, request: R) => Promise<Plan>;
      /** The option that confirms the plan, if it is not `--yes`. */
      confirm?: '--send';
      /** The plan needs no option that confirms it. */
      isAtOnce?: true;
      /** It ends or deletes something, so that its button is not in the colour of going on. */
      isEnding?: true;
    }
  | { report: (context: CommandContext, request: R) => Promise<Report> }
  | { work: (context: CommandContext, request: R, print: Print) => Promise<Code | void> }
  | { alone: (request: R, print: Print) => Promise<Code | void> };

type About = {
  /** Several definitions may share a name if an option distinguishes them: `cancel` and `cancel --undo`. */
  name: string;
  /** The option that distinguishes this definition from others of the same name. */
  when?: string;
  /** The id of the action in the dashboard; without it the name of the command. */
  id?: string;
  summary: string;
  /**
   * The command that follows this one in the help: `agree`, or `mails --test` of several. Other commands of a feature
   * stand behind the one before them in its list.
   */
  before?: string;
  /** Only pages offer it, and nobody types it. */
  isForPages?: true;
  /** The condition of exit code 1: "if a file is damaged". */
  exitsWith1?: string;
  /** The name of the file in which the dashboard offers the printed text. */
  prints?: string;
  /** The name of the file that the dashboard offers, if the name of the command is not right for this request. */
  fileName?: (typed: Record<string, unknown>) => string | undefined;
  /**
   * Whether the command asks providers about payments. It then refuses to work if the settings name another account. By
   * default a plan does, and a report or other work does not.
   */
  asksProviders?: boolean;
} &
  /**
   * The text of the button, and the command's section on the dashboard's page of commands. A colleague needs a right to
   * the subject.
   */
  (
    | {
        title: string;
        subject: Subject;
        /** The subject of the right, if it is not that of the section. */
        right?: Subject;
        /**
         * A plan of it may give money back. Then it needs the right to money, which is enough for this command; a plan
         * that gives nothing back needs the command's own right.
         */
        mayRefund?: true;
        /** The button is on another page alone. */
        isElsewhere?: true;
        notOffered?: never;
      }
    /** The reason why the dashboard has no form for the command. */
    | {
        notOffered: string;
        title?: never;
        subject?: never;
        right?: never;
        mayRefund?: never;
        isElsewhere?: never;
      }
  );

/** A command of organisers. It parses its request itself. */
export type Command = About & {
  fields: Fields;
  /** Throws if the typed values are wrong. */
  check: (typed: unknown) => void;
} & Work<unknown>;

/** Makes a command from its definition, which also determines parsing, help, errors and the form of the dashboard. */
export function command<const F extends Fields>(
  definition: About & { fields?: F } & Work<Request<F>>,
): Command {
  const { fields = {} } = definition;
  const schema = schemaOf(fields);
  const read = (typed: unknown): Request<F> => {
    const { data, error } = schema.safeParse(typed);
    if (error) throw new NotUnderstood(error.issues[0]?.message ?? UNREADABLE);
    // The schema and the type come from the same fields.
    return data as Request<F>;
  };
  const readWith = async ({ payments: { db } }: CommandContext, typed: unknown) =>
    withReferences(db, fields, read(typed));
  return { ...definition, fields, check: read, ...reading(definition, read, readWith) };
}

function reading<R>(
  work: Work<R>,
  read: (typed: unknown) => R,
  readWith: (context: CommandContext, typed: unknown) => Promise<R>,
): Work<unknown> {
  if ('plan' in work) {
    const plan = async (context: CommandContext, typed: unknown) =>
      work.plan(context, await readWith(context, typed));
    return { plan };
  }
  if ('report' in work) {
    const report = async (context: CommandContext, typed: unknown) => {
      const { none = '', ...found } = await work.report(context, await readWith(context, typed));
      return found.lines.length > 0 || none === '' ? found : { ...found, lines: [none] };
    };
    return { report };
  }
  if ('work' in work) {
    return {
      work: async (context, typed, print) =>
        work.work(context, await readWith(context, typed), print),
    };
  }
  return { alone: async (typed, print) => work.alone(read(typed), print) };
}

/** The same values, with the references in the usual spelling. */
async function withReferences<R extends object>(db: Db, fields: Fields, request: R): Promise<R> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request)) {
    const kind = fields[name]?.kind;
    if (kind !== 'reference' && kind !== 'abstract') continue;
    if (typeof value === 'string') found[name] = await oneReference(db, value);
    if (Array.isArray(value)) found[name] = await allReferences(db, value.map(String));
  }
  return { ...request, ...found };
}

const UNREADABLE = 'This form could not be read.';

function schemaOf(fields: Fields) {
  const shape = Object.entries(fields).map(([name, one]) => [name, fieldSchema(one)] as const);
  return z.strictObject(Object.fromEntries(shape), UNREADABLE);
}

function fieldSchema({ kind, label, choices, many, otherwise, longest = 1000 }: Field) {
  if (kind === 'flag') return z._default(z.boolean(UNREADABLE), false);
  const text = z.string(UNREADABLE).check(z.maxLength(longest, `${label}: this is too long.`));
  if (many) return z._default(z.array(text, UNREADABLE).check(z.maxLength(1000)), []);
  const values = choices?.map(({ value }) => value);
  const value = values
    ? text.check(
        z.refine((typed) => values.includes(typed), {
          error: ({ input }) => `“${String(input)}” is not one of ${values.join(', ')}.`,
        }),
      )
    : kind === 'number'
      ? text.check(z.regex(/^\d{1,4}$/, `${label} has to be a whole number.`))
      : kind === 'email'
        ? z.pipe(text, z.transform(copiedAddress))
        : text;
  return otherwise === undefined ? value : z.optional(value);
}
