import { dayOf } from '#contract/content/calendar-days.ts';
import { join } from 'node:path';
import { emptyLog } from '#server/database/database.ts';
import { elsewhereWords, removalsElsewhere, WHO_REMOVES } from '#server/files/files-elsewhere.ts';
import { countUndecided, purge as purgeRows } from '#server/privacy/purge.ts';
import { command, type Print } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { YES } from '#organiser/fields.ts';
import { inColumn } from '#organiser/plain-output.ts';

export const purge = command({
  name: 'purge',
  summary: 'Deletes data whose retention period (content/privacy.yaml) is over.',
  notOffered: 'Nobody can take it back, so nobody starts it with a click.',
  fields: { isReal: YES },
  work: (context, { isReal }, print) => purgeCommand(context, isReal, print),
});

/** Deletes data whose retention period is over. Without `isReal` it only counts the data. */
export async function purgeCommand(
  { payments, content, dataDir, store }: CommandContext,
  isReal: boolean,
  print: Print,
): Promise<void> {
  const work = {
    db: payments.db,
    now: payments.clock(),
    content,
    store: await store(),
    mailFolder: join(dataDir, 'mail'),
  };
  const { dates } = content.conference;
  await print(
    `Today is ${dayOf(work.now, dates.timezone)}, the conference ended or ends on ${dates.end}.\n`,
  );
  const rows = await purgeRows(work, isReal);
  const width = Math.max(...rows.map(({ what }) => what.length)) + 2;
  for (const { what, count, before } of rows) {
    const until =
      before === undefined ? 'none of them yet' : `until ${dayOf(before, dates.timezone)}`;
    await print(`${inColumn(what, width)}${String(count).padStart(7)}   ${until}\n`);
  }
  const undecided = await countUndecided(work);
  if (undecided > 0) {
    await print(
      `${undecided} unpaid orders stay, because their payments may still be open. Run reconcile.\n`,
    );
  }
  await print('Mails to the contact address are in the mailbox of the secretary, not here.\n');
  if (isReal) {
    await emptyLog(payments.db);
    const left = elsewhereWords(await removalsElsewhere(work.db, work.store.id));
    if (left !== undefined) throw new CommandError(`${left}: ${WHO_REMOVES}.`);
  } else await print('Nothing was removed. Add --yes to do it.\n');
}
