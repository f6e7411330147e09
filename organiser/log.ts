import { listActivities } from '#server/operations/activities.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
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
  { payments: { db }, content }: Pick<CommandContext, 'payments' | 'content'>,
  { reference, isJson }: { reference?: string; isJson: boolean },
  print: Print,
): Promise<void> {
  const activities = await listActivities(db, {
    ...(reference !== undefined && { reference: reference.toUpperCase() }),
  });
  if (isJson) return print(`${JSON.stringify(activities, undefined, 2)}\n`);
  const { timezone } = content.conference.dates;
  const time = printTimes(timezone);
  for (const { at, who, action, reference: about = '', words } of activities) {
    await print(`${time(at)}  ${who}  ${action}  ${about}  ${words}\n`);
  }
  await print(
    activities.length === 0
      ? 'Nothing was changed yet.\n'
      : `All times are those of ${timezone}.\n`,
  );
}
