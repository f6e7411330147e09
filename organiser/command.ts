import * as z from 'zod/mini';
import { NotUnderstood, type Plan } from '#server/operations/plan.ts';
import type { CommandContext } from './command-context.ts';
import type { subjects } from './dashboard/subjects.ts';

/** Prints text as it is; waits for a slow reader. */
export type Print = (text: string) => Promise<void>;

/** Something that a command asks for, on the command line and in a form of the dashboard. */
export type Field = {
  /** How it is typed: REFERENCE is a word, `--amount 120.00` an option with an example of its value. */
  typed: string;
  label: string;
  kind: Kind;
  hint?: string;
  /** Makes it optional, and says what holds without it: "all that is left". */
  otherwise?: string;
  choices?: readonly Choice[];
  /** Takes any number of words. */
  many?: true;
  /** Takes all words that are left as one text, so that nobody has to quote it. */
  joined?: true;
  /** The endings that the name of a new file may have. */
  endings?: readonly string[];
  /** Confirms a plan like the command's own option; says what it does then: "write it down without letters". */
  confirms?: string;
  /** Overrules a refusal: the dashboard asks for it only after one. */
  overrules?: true;
};

/** A field, in one line. */
export function field<const K extends Kind, const More extends Partial<Field> = object>(
  kind: K,
  typed: string,
  label: string,
  more?: More,
) {
  return { kind, typed, label, ...more } as { kind: K; typed: string; label: string } & More;
}

export type Choice = { value: string; label: string };

/** The dashboard has an input for each. A `sheet` or `letter` is a file that is read, a `file` is written, a `path` is any other. */
type Kind =
  | ('text' | 'flag' | 'choice' | 'amount' | 'number' | 'email' | 'date' | 'country')
  | ('type' | 'room' | 'limit' | 'sheet' | 'letter' | 'file' | 'path');

export type Fields = Record<string, Field>;

/** The values of all fields, by name. A file is its path. */
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

/** Facts for programs, the same in lines for people, and whether something needs a person. */
export type Report = { facts: unknown; lines: readonly string[]; needsPerson?: boolean };

type Code = 0 | 1;

/** A command plans a change, reports facts, prints or writes a file by itself, or does that without an installation. */
type Work<R> =
  | { plan: (context: CommandContext, request: R) => Promise<Plan>; confirm?: '--yes' | '--send' }
  | { report: (context: CommandContext, request: R) => Promise<Report> }
  | { work: (context: CommandContext, request: R, print: Print) => Promise<Code | void> }
  | { alone: (request: R, print: Print) => Promise<Code | void> };

type About = {
  /** Several definitions share a name where an option tells them apart: `cancel` and `cancel --undo`. */
  name: string;
  /** That option. */
  when?: string;
  /** The action of the dashboard, where it is not called like the command. */
  id?: string;
  summary: string;
  /** When something needs a person: "if one is damaged". */
  exitsWith1?: string;
  /** The name of a file that has what is printed, where the dashboard gives it. */
  prints?: string;
  /** Asks no provider about payments, and works where the settings name another account. */
  asksNobody?: true;
} &
  /** The text of the button that does it, and the part of the dashboard's page that has it; without a subject another page. */
  (
    | { title: string; subject?: (typeof subjects)[number]; notOffered?: never }
    /** Why the dashboard has no form for it. */
    | { notOffered: string; title?: never; subject?: never }
  );

/** One of the organiser's commands, whose request is read when it comes. */
export type Command = About & {
  fields: Fields;
  /** Refuses what was typed, as the work does. */
  check: (typed: unknown) => void;
} & Work<unknown>;

/** A command from its definition: parsing, help, errors and the form of the dashboard are made from it. */
export function command<const F extends Fields>(
  definition: About & { fields: F } & Work<Request<F>>,
): Command {
  const schema = schemaOf(definition.fields);
  const read = (typed: unknown): Request<F> => {
    const { data, error } = schema.safeParse(typed);
    if (error) throw new NotUnderstood(error.issues[0]?.message ?? UNREADABLE);
    // The schema is made from the fields, as the type is.
    return data as Request<F>;
  };
  return { ...definition, check: read, ...reading(definition, read) };
}

function reading<R>(work: Work<R>, read: (typed: unknown) => R): Work<unknown> {
  if ('plan' in work) return { plan: async (context, typed) => work.plan(context, read(typed)) };
  if ('report' in work)
    return { report: async (context, typed) => work.report(context, read(typed)) };
  if ('work' in work) {
    return { work: async (context, typed, print) => work.work(context, read(typed), print) };
  }
  return { alone: async (typed, print) => work.alone(read(typed), print) };
}

const UNREADABLE = 'This form could not be read.';

function schemaOf(fields: Fields) {
  const shape = Object.entries(fields).map(([name, one]) => [name, fieldSchema(one)] as const);
  return z.strictObject(Object.fromEntries(shape), UNREADABLE);
}

function fieldSchema({ kind, label, choices, many, otherwise }: Field) {
  if (kind === 'flag') return z._default(z.boolean(UNREADABLE), false);
  const text = z.string(UNREADABLE).check(z.maxLength(1000, `${label}: this is too long.`));
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
      : text;
  return otherwise === undefined ? value : z.optional(value);
}
