import { findPeople } from '#server/reports/find-people.ts';
import { type Command, JSON_OPTION, type Print, readArguments } from './command.ts';
import { CommandError, type CommandContext, withCommandContext } from './command-context.ts';

export const find: Command = {
  name: 'find',
  help: `find TEXT [--json]
      who registered, pays for a group or sent an abstract, and has this in the name, email address, telephone number,
      institute or reference, with or without accents and titles, or is behind the id of a payment, refund or dispute,
      and who else registered with the same address; exit code 1 if nobody is found`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, JSON_OPTION);
    const text = positionals.join(' ');
    if (text === '') throw new CommandError('Find what?', 2);
    const count = await withCommandContext(
      (context) => printFound(context, { text, isJson: values.json }, print),
      { asksNobody: true },
    );
    return count > 0 ? 0 : 1;
  },
};

/** Returns how many were found. */
export async function printFound(
  { payments: { db } }: Pick<CommandContext, 'payments'>,
  { text, isJson }: { text: string; isJson: boolean },
  print: Print,
): Promise<number> {
  const found = await findPeople(db, text);
  if (isJson) {
    const plain = found.map((one) => ({
      ...one,
      ...('currency' in one && { currency: one.currency?.code }),
    }));
    await print(`${JSON.stringify(plain, undefined, 2)}\n`);
    return found.length;
  }
  for (const { reference = '', state, name, email, institute, sameAddress } of found) {
    const others = sameAddress.length > 0 ? `  (same address as ${sameAddress.join(', ')})` : '';
    await print(
      `${reference.padEnd(16)}${state.padEnd(21)}${name}  ${email}  ${institute}${others}\n`,
    );
  }
  if (found.length === 0) await print(`Nobody has “${text}”.\n`);
  return found.length;
}
