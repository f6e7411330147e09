import { listActivities } from '#server/operations/activities.ts';
import { type Command, JSON_OPTION, type Print, readArguments } from './command.ts';
import { type CommandContext, withCommandContext } from './command-context.ts';

export const log: Command = {
  name: 'log',
  help: `log [REFERENCE] [--json]
      what organisers changed, when and who, latest first; of one order or abstract, or of all`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, JSON_OPTION, 1);
    const [reference] = positionals;
    const request = { isJson: values.json, ...(reference !== undefined && { reference }) };
    await withCommandContext((context) => printActivities(context, request, print), {
      asksNobody: true,
    });
    return 0;
  },
};

export async function printActivities(
  { payments: { db } }: Pick<CommandContext, 'payments'>,
  { reference, isJson }: { reference?: string; isJson: boolean },
  print: Print,
): Promise<void> {
  const activities = await listActivities(db, {
    ...(reference !== undefined && { reference: reference.toUpperCase() }),
  });
  if (isJson) return print(`${JSON.stringify(activities, undefined, 2)}\n`);
  for (const { at, who, action, reference: about = '', words } of activities) {
    await print(`${at}  ${who}  ${action}  ${about}  ${words}\n`);
  }
  if (activities.length === 0) await print('Nothing was changed yet.\n');
}
