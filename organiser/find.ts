import { normalised } from '#server/identity.ts';
import { type Participant, participantsIn } from '#server/organising/participants.ts';
import { type Command, JSON_OPTION, type Print, readArguments } from './command.ts';
import { CommandError, type CommandContext, withCommandContext } from './command-context.ts';

export const find: Command = {
  name: 'find',
  help: `find TEXT [--json]
      who registered and has this in the name, email address, telephone number, institute or reference; exit code 1 if nobody has`,
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
  const found: Participant[] = [];
  for await (const page of participantsIn(db)) {
    found.push(...page.filter((participant) => isAbout(participant, normalised(text))));
  }
  if (isJson) {
    const plain = found.map((participant) => ({
      ...participant,
      currency: participant.currency?.code,
    }));
    await print(`${JSON.stringify(plain, undefined, 2)}\n`);
    return found.length;
  }
  for (const { reference = '', state, name, email, institute } of found) {
    await print(`${reference.padEnd(16)}${state.padEnd(18)}${name}  ${email}  ${institute}\n`);
  }
  if (found.length === 0) await print(`Nobody who registered has “${text}”.\n`);
  return found.length;
}

function isAbout(
  { name, email, phone, institute, reference = '' }: Participant,
  text: string,
): boolean {
  return [name, email, phone, institute, reference].some((field) =>
    normalised(field).includes(text),
  );
}
