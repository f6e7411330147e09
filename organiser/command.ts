import { parseArgs } from 'node:util';
import { ActionImpossible, NotUnderstood, type Plan } from '#server/operations/plan.ts';
import { CommandError } from './command-context.ts';

/** Prints text as it is; waits for a slow reader. */
export type Print = (text: string) => Promise<void>;

/** One of the organiser's commands. */
export type Command = {
  name: string;
  /** How it is called and what it does, as it stands in the list of all: the call in the first line, then indented sentences. */
  help: string;
  /** Does it and returns the exit code: 0 done, 1 something needs a person; wrong use throws a CommandError with 2. */
  run: (args: string[], print: Print) => Promise<0 | 1>;
};

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** `most`: how many words that are no options the command takes. */
export function readArguments<const O extends Options>(
  args: string[],
  options: O,
  most = Infinity,
) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const extra = parsed.positionals.slice(most);
    if (extra.length > 0) throw new Error(`"${extra.join(' ')}" is not understood.`);
    return parsed;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), 2);
  }
}

/** Of a command that prints facts. */
export const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;
/** Of a command that changes something, and without it only says what it would do. */
export const YES_OPTION = { yes: { type: 'boolean', default: false } } as const;

/** Says what a plan would do, and does it where the organiser said so with `flag`. */
export async function carryOut(
  planned: Promise<Plan>,
  { isReal, flag }: { isReal: boolean; flag: '--yes' | '--send' },
  print: Print,
): Promise<void> {
  try {
    const { words, perform } = await planned;
    for (const sentence of words) await print(`${sentence}\n`);
    if (!isReal) return print(`Nothing was changed. Add ${flag} to do it.\n`);
    for (const sentence of await perform()) await print(`${sentence}\n`);
  } catch (error) {
    if (error instanceof ActionImpossible) {
      throw new CommandError(error.message, error instanceof NotUnderstood ? 2 : 1);
    }
    throw error;
  }
}
