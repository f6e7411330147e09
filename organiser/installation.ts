import { findInstallation, type Installation } from '#server/operations/installation.ts';
import { adoptInstallation } from '#server/operations/open-installation.ts';
import { type CommandContext, withCommandContext } from './command-context.ts';
import { type Command, JSON_OPTION, readArguments, YES_OPTION } from './command.ts';

export const installation: Command = {
  name: 'installation',
  help: `installation [--json]
      which payment accounts and which files this database is used with
  npm run --silent organiser -- installation --adopt [--yes]
      takes over other accounts or files that the settings name; without --yes it only says what would change`,
  async run(args, print) {
    const options = {
      ...JSON_OPTION,
      ...YES_OPTION,
      adopt: { type: 'boolean', default: false },
    } as const;
    const { adopt, yes, json } = readArguments(args, options).values;
    await withCommandContext(
      (context) =>
        adopt ? adoptCommand(context, yes, print) : installationCommand(context, json, print),
      { asksNobody: true },
    );
    return 0;
  },
};

/** Shows what the database is used with: which money, whose accounts, which files. */
export async function installationCommand(
  { payments }: CommandContext,
  asJson: boolean,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const found = await findInstallation(payments.db);
  if (asJson) return print(`${JSON.stringify(found ?? null)}\n`);
  if (!found) return print('Nothing yet: the first start of the server records it.\n');
  for (const line of linesOf(found)) await print(`${line}\n`);
}

/** Has the database used with what the settings say from now on; without `isReal` it only says what would change. */
export async function adoptCommand(
  { payments, env, dataDir }: CommandContext,
  isReal: boolean,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const { was, now, openElsewhere } = await adoptInstallation(
    payments.db,
    { env, dataDir },
    isReal,
  );
  const before = was ? linesOf(was) : [];
  const after = linesOf(now);
  const isSame = before.join() === after.join();
  if (isSame) return print('The settings say what the database is used with: nothing changes.\n');
  for (const line of before.filter((each) => !after.includes(each))) await print(`- ${line}\n`);
  for (const line of after.filter((each) => !before.includes(each))) await print(`+ ${line}\n`);
  if (openElsewhere > 0) {
    await print(
      `${openElsewhere} payments without an end are of other accounts: nothing here asks about them any more. ` +
        'Look into the dashboard of the account, or wait until they are over before you change it.\n',
    );
  }
  await print(
    isReal
      ? 'Recorded. Start the server with these settings.\n'
      : 'Nothing was changed. Add --yes to do it, after you have stopped the server.\n',
  );
}

function linesOf({
  mode,
  stripeAccount,
  stripeKey,
  paypalClient,
  sandboxId,
  fileStore,
}: Installation): string[] {
  const line = (what: string, how: string) => `${what.padEnd(16)}${how}`;
  return [
    line('payments', mode),
    ...(stripeKey === undefined ? [] : [line('stripe', `${stripeAccount}, key ${stripeKey}`)]),
    ...(paypalClient === undefined ? [] : [line('paypal', `client ${paypalClient}`)]),
    ...(sandboxId === undefined ? [] : [line('sandbox', sandboxId)]),
    line('files', fileStore),
  ];
}
