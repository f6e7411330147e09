import { type Concern, listConcerns, sentenceOf } from '#server/operations/concerns.ts';
import { listDeadLetters } from '#server/mail/dead-letters.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { countUnpaid } from '#server/orders/orders.ts';
import { lastWebhooks } from '#server/payments/webhook-events.ts';
import { describeInstallation, findInstallation } from '#server/operations/installation.ts';
import { listServers } from '#server/operations/servers.ts';
import { listActivities } from '#server/operations/activities.ts';
import { CANNOT_LIST, providersWithoutList } from './reconcile.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { serverWords } from './status.ts';
import type { CommandContext } from './command-context.ts';
import { command, field } from './command.ts';
import { JSON_FLAG } from './fields.ts';

export const doctor = command({
  name: 'doctor',
  summary:
    'Shows which providers are real, which servers run, which orders and mails wait, and every concern.',
  exitsWith1:
    'if something needs a person, no server runs, the disk is nearly full or the bucket does not answer',
  notOffered: 'The page To do shows it.',
  fields: {
    isQuiet: field('flag', '--quiet', 'Only the concerns, for monitoring'),
    isJson: JSON_FLAG,
  },
  asksNobody: true,
  work: async (context, request, print) =>
    (await doctorCommand(context, print, request)) === 0 ? 0 : 1,
});

/**
 * Shows whether payments are pretended or real, the last webhook of each provider, waiting orders and mails, and every
 * concern. Returns the number of concerns. With `isQuiet` it shows only the concerns.
 */
export async function doctorCommand(
  context: CommandContext,
  print: (line: string) => Promise<void>,
  { isJson = false, isQuiet = false } = {},
): Promise<number> {
  const report = await readReport(context);
  const { concerns } = report;
  if (isJson) {
    await print(`${JSON.stringify(report, undefined, 2)}\n`);
    return concerns.length;
  }
  const line = (what: string, how: string) => print(`${what.padEnd(16)}${how}\n`);
  if (!isQuiet) await printState(report, line);
  const at = printTimes(report.timezone);
  for (const concern of concerns) await line('attention', sentenceOf(concern, at));
  if (concerns.length > 0) await print(`${countOf(concerns.length)} a person.\n`);
  return concerns.length;
}

async function printState(
  report: Omit<Awaited<ReturnType<typeof readReport>>, 'concerns'>,
  line: (what: string, how: string) => Promise<void>,
): Promise<void> {
  const at = printTimes(report.timezone);
  await line('payments', MODES[report.mode]);
  if (report.usedWith !== undefined) await line('used with', report.usedWith);
  if (report.restored !== undefined) {
    const { words, cannotList } = report.restored;
    await line('restored', `${words}, on ${at(report.restored.at)}`);
    for (const name of cannotList) await line(name, CANNOT_LIST);
  }
  const when = (moment: string | undefined) => (moment === undefined ? 'never' : at(moment));
  for (const { name, is, lastWebhookAt: last, lastUnderstoodWebhookAt } of report.providers) {
    const understood = `, last understood webhook ${when(lastUnderstoodWebhookAt)}`;
    await line(name, `${is}, last webhook ${when(last)}${last === undefined ? '' : understood}`);
  }
  const oldest = (waiting: { oldest?: string | undefined }) =>
    waiting.oldest === undefined ? 'none' : at(waiting.oldest);
  const { unpaidOrders, unsentMails, deadLetters, mailServer, virusScanner, database } = report;
  await line('unpaid orders', `${unpaidOrders.count}, oldest ${oldest(unpaidOrders)}`);
  await line('unsent mails', `${unsentMails.count}, oldest ${oldest(unsentMails)}`);
  await line(
    'dead letters',
    `${deadLetters}${deadLetters > 0 ? '; organiser mails shows them' : ''}`,
  );
  await line('mail server', mailServer ?? 'none: mails are written into a folder, NOT SENT');
  await line('virus scanner', virusScanner ?? 'none: files are not scanned');
  await line('database', database);
  for (const words of serverWords(report.servers, at)) await line('server', words);
  await line('times', report.timezone);
}

const MODES = {
  sandbox: 'TEST MODE, pretend providers',
  test: 'TEST MODE, test keys',
  live: 'real money',
};

function countOf(count: number): string {
  return count === 1 ? '1 thing needs' : `${count} things need`;
}

async function readReport(context: CommandContext) {
  const { payments, content, env, dataDir } = context;
  const { db, providers } = payments;
  const { mode } = payments;
  const deadLetters = (await listDeadLetters(db)).length;
  const installation = await findInstallation(db);
  const [restored] = await listActivities(db, { action: 'restore', limit: 1 });
  const servers = await listServers(db, payments.clock);
  return {
    mode,
    timezone: content.conference.dates.timezone,
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
    concerns: await concernsOf(context),
  };
}

/** Every concern, for doctor and the dashboard. */
export function concernsOf(context: CommandContext): Promise<Concern[]> {
  return listConcerns({ ...context.payments, machine: context });
}
