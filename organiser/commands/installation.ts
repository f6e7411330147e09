import { findInstallation, type Installation } from '#server/operations/installation.ts';
import { adoptInstallation } from '#server/operations/open-installation.ts';
import { command, type Print } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { YES } from '#organiser/fields.ts';
import { inColumn } from '#organiser/plain-output.ts';

export const installation = command({
  name: 'installation',
  summary: 'Shows the payment accounts and the file store of this database.',
  notOffered: 'It is for the operator of the server.',
  async report({ payments }) {
    const found = await findInstallation(payments.db);
    const nothing = ['Nothing yet: the first start of the server records it.'];
    return { facts: found ?? null, lines: found ? linesOf(found) : nothing };
  },
});

export const adoptInstallationCommand = command({
  name: 'installation',
  when: '--adopt',
  summary: 'Replaces the recorded accounts and files by those of the settings.',
  notOffered: 'It is for the operator of the server.',
  fields: { isReal: YES },
  work: (context, { isReal }, print) => adoptCommand(context, isReal, print),
});

/** Records the settings' accounts and file store in the database. Without `isReal` it only prints the changes. */
export async function adoptCommand(
  { payments, env, dataDir }: CommandContext,
  isReal: boolean,
  print: Print,
): Promise<void> {
  const { was, now, openElsewhere } = await adoptInstallation(
    payments.db,
    { env, dataDir },
    isReal,
  );
  const before = was ? linesOf(was) : [];
  const after = linesOf(now);
  const isSame = before.join() === after.join();
  if (isSame) return print('The database is already used with these settings: nothing changes.\n');
  for (const line of before.filter((each) => !after.includes(each))) await print(`- ${line}\n`);
  for (const line of after.filter((each) => !before.includes(each))) await print(`+ ${line}\n`);
  if (openElsewhere > 0) {
    await print(
      `${openElsewhere} unfinished payments are of other accounts: the server no longer asks about them. ` +
        'Check them in the dashboard of the account, or wait until they are finished before you change the settings.\n',
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
  const line = (what: string, how: string) => `${inColumn(what, 16)}${how}`;
  return [
    line('payments', mode),
    ...(stripeKey === undefined ? [] : [line('stripe', `${stripeAccount}, key ${stripeKey}`)]),
    ...(paypalClient === undefined ? [] : [line('paypal', `client ${paypalClient}`)]),
    ...(sandboxId === undefined ? [] : [line('sandbox', sandboxId)]),
    line('files', fileStore),
  ];
}
