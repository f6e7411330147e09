import type { Concern } from '#server/operations/alarms.ts';
import { listConcerns } from '#server/operations/concerns.ts';
import type { Db } from '#server/database/database.ts';
import { elsewhereWords, filesElsewhere } from '#server/files/files-elsewhere.ts';
import { listDeadLetters } from '#server/mail/dead-letters.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { findReference } from '#server/reports/find-reference.ts';
import { countUnpaid } from '#server/orders/orders.ts';
import { lastWebhooks } from '#server/payments/webhook-events.ts';
import { UNTRUSTED_PROXY } from '#server/http/visitor-address.ts';
import {
  describeInstallation,
  findInstallation,
  installationIn,
} from '#server/operations/installation.ts';
import { listServers } from '#server/operations/servers.ts';
import { hasUnnamedProxy } from '#server/config/setting-conflicts.ts';
import { listActivities } from '#server/operations/activities.ts';
import { listOutages } from './outages.ts';
import { CANNOT_LIST, providersWithoutList } from './reconcile.ts';
import { serverWords } from './status.ts';
import type { CommandContext } from './command-context.ts';
import { command, field } from './command.ts';
import { JSON_FLAG } from './fields.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Says which providers are real, which servers run and what waits.',
  exitsWith1:
    'if something needs a person, no server runs, the disk is nearly full or the bucket does not answer',
  notOffered: 'The page To do shows it.',
  fields: {
    isQuiet: field('flag', '--quiet', 'Only what needs a person, for monitoring'),
    isJson: JSON_FLAG,
  },
  asksNobody: true,
  work: async (context, request, print) =>
    (await doctorCommand(context, print, request)) === 0 ? 0 : 1,
});

/**
 * Shows what is pretended and what is real, the last webhook of each provider, what waits, and what needs a person; returns
 * how many things do. Quiet, only the last.
 */
export async function doctorCommand(
  context: CommandContext,
  print: (line: string) => Promise<void>,
  { isJson = false, isQuiet = false } = {},
): Promise<number> {
  const found = await readReport(context);
  const concerns = [...(await listOutages(context)), ...found.concerns];
  const report = { ...found, concerns };
  if (isJson) {
    await print(`${JSON.stringify(report, undefined, 2)}\n`);
    return concerns.length;
  }
  const line = (what: string, how: string) => print(`${what.padEnd(16)}${how}\n`);
  if (!isQuiet) await printState(report, line);
  for (const { about, id, words, ...more } of concerns) {
    const { reference, settles }: Partial<Concern> = more;
    const order = reference === undefined ? '' : `; order ${reference}`;
    const end = settles === undefined ? '' : `; organiser refund --settled ${settles} ends this`;
    await line('look at', `${about} ${id}: ${words}${order}${end}`);
  }
  if (concerns.length > 0) await print(`${countOf(concerns.length)} a person.\n`);
  return concerns.length;
}

async function printState(
  report: Omit<Awaited<ReturnType<typeof readReport>>, 'concerns'>,
  line: (what: string, how: string) => Promise<void>,
): Promise<void> {
  await line('payments', MODES[report.mode]);
  if (report.usedWith !== undefined) await line('used with', report.usedWith);
  if (report.restored !== undefined) {
    const { at, words, cannotList } = report.restored;
    await line('restored', `${words}, on ${at}`);
    for (const name of cannotList) await line(name, CANNOT_LIST);
  }
  for (const { name, is, lastWebhookAt: at, lastUnderstoodWebhookAt } of report.providers) {
    const understood = `, last understood webhook ${lastUnderstoodWebhookAt ?? 'never'}`;
    await line(name, `${is}, last webhook ${at ?? 'never'}${at === undefined ? '' : understood}`);
  }
  const { unpaidOrders, unsentMails, deadLetters, mailServer, virusScanner, database } = report;
  await line('unpaid orders', `${unpaidOrders.count}, oldest ${unpaidOrders.oldest ?? 'none'}`);
  await line('unsent mails', `${unsentMails.count}, oldest ${unsentMails.oldest ?? 'none'}`);
  await line(
    'dead letters',
    `${deadLetters}${deadLetters > 0 ? '; organiser mails shows them' : ''}`,
  );
  await line('mail server', mailServer ?? 'none: mails are written into a folder, NOT SENT');
  await line('virus scanner', virusScanner ?? 'none: files are not scanned');
  await line('database', database);
  for (const words of serverWords(report.servers)) await line('server', words);
}

const MODES = {
  sandbox: 'TEST MODE, pretend providers',
  test: 'TEST MODE, test keys',
  live: 'real money',
};

function countOf(count: number): string {
  return count === 1 ? '1 thing needs' : `${count} things need`;
}

export async function readReport({ payments, content, env, dataDir }: CommandContext) {
  const { db, providers } = payments;
  const { mode } = payments;
  const deadLetters = (await listDeadLetters(db)).length;
  const installation = await findInstallation(db);
  const [restored] = await listActivities(db, { action: 'restore', limit: 1 });
  const servers = await listServers(db, payments.clock);
  const elsewhere = elsewhereWords(
    await filesElsewhere(db, installationIn(env, dataDir).fileStore),
  );
  const concerns = await listConcerns(payments);
  if (hasUnnamedProxy(env)) {
    concerns.push({ about: 'setting', id: 'TRUSTED_PROXIES', words: UNTRUSTED_PROXY });
  }
  if (elsewhere !== undefined) concerns.push({ about: 'files', id: 'store', words: elsewhere });
  return {
    mode,
    usedWith: installation && describeInstallation(installation),
    restored: restored && { ...restored, cannotList: providersWithoutList(providers) },
    providers: await Promise.all(
      (['stripe', 'paypal'] as const).map(async (name) => {
        const { at, understoodAt } = await lastWebhooks(db, name);
        return {
          name,
          is: !providers.has(name) ? 'off' : mode === 'sandbox' ? 'sandboxed' : mode,
          lastWebhookAt: at,
          lastUnderstoodWebhookAt: understoodAt,
        };
      }),
    ),
    unpaidOrders: await countUnpaid(db),
    unsentMails: await countUnsent(db, heldKinds(content.mails)),
    deadLetters,
    mailServer: env.SMTP_HOST,
    virusScanner: env.CLAMD,
    database: env.DATABASE_URL === undefined ? `SQLite in ${dataDir}` : 'PostgreSQL',
    servers,
    concerns: await withReferences(db, concerns),
  };
}

/** Says of which order a payment, a refund or a dispute is: whoever looks at it looks there. */
function withReferences(db: Db, concerns: readonly Concern[]): Promise<Concern[]> {
  return Promise.all(
    concerns.map(async (concern) => {
      const isOfMoney = ['payment', 'refund', 'dispute', 'difference'].includes(concern.about);
      const reference = isOfMoney ? await findReference(db, concern.id) : undefined;
      return { ...concern, ...(reference !== undefined && { reference }) };
    }),
  );
}
