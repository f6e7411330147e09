import { ibanInGroups } from '#contract/content/bank-account.ts';
import { amountWithCode } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import type { Concern } from '#server/operations/concern.ts';
import { listConcerns, sentenceOf } from '#server/operations/concerns.ts';
import { listDeadLetters } from '#server/mail/dead-letters.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { countOwed } from '#server/orders/rows/asked-orders.ts';
import { countUnpaid } from '#server/orders/rows/orders.ts';
import { placesMiscounted } from '#server/orders/sell/recount-places.ts';
import { PROVIDERS } from '#server/payments/offered-ways.ts';
import { lastWebhooks } from '#server/payments/webhook-events.ts';
import { findBackupTimes } from '#server/operations/backup-times.ts';
import { describeInstallation, findInstallation } from '#server/operations/installation.ts';
import { listServers } from '#server/operations/servers.ts';
import { listActivities } from '#server/operations/activities.ts';
import { counted } from '#server/counted.ts';
import { CANNOT_LIST, providersWithoutList } from './reconcile.ts';
import { printTimes, withTimes } from '#server/reports/wall-clock.ts';
import { serverWords } from './status.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { command, field } from '#organiser/command.ts';
import { inColumn } from '#organiser/plain-output.ts';

export const doctor = command({
  name: 'doctor',
  summary:
    'Shows which providers are real, which servers run, which orders and mails wait, and every concern.',
  exitsWith1:
    'if something needs a person, no server runs, the disk is nearly full or the bucket does not answer',
  notOffered: 'The page To do shows it.',
  fields: {
    isQuiet: field('flag', '--quiet', 'Only the concerns, for monitoring'),
  },
  async report(context, { isQuiet }) {
    const facts = await readFacts(context);
    const { concerns, timezone } = facts;
    const at = printTimes(timezone);
    return {
      facts,
      lines: [
        ...(isQuiet ? [] : stateLines(facts, at)),
        ...concerns.map((concern) => line('attention', sentenceOf(concern, at))),
        ...(concerns.length > 0 ? [`${countOf(concerns.length)} a person.`] : []),
      ],
      needsPerson: concerns.length > 0,
    };
  },
});

function line(label: string, text: string): string {
  return `${inColumn(label, 16)}${text}`;
}

function stateLines(
  facts: Awaited<ReturnType<typeof readFacts>>,
  at: (moment: string) => string,
): string[] {
  const { mode, usedWith, restored, providers, unpaidOrders, unsentMails, deadLetters } = facts;
  const { owed, currency, backups } = facts;
  const when = (moment: string | undefined) => (moment === undefined ? 'never' : at(moment));
  const waiting = ({ count, oldest }: { count: number; oldest?: string | undefined }) =>
    `${count}, oldest ${oldest === undefined ? 'none' : at(oldest)}`;
  return [
    line('payments', MODES[mode]),
    ...(usedWith === undefined ? [] : [line('used with', usedWith)]),
    ...(restored
      ? [
          line('restored', `${withTimes(restored.words, at)}, on ${at(restored.at)}`),
          ...restored.cannotList.map((name) => line(name, CANNOT_LIST)),
        ]
      : []),
    ...providers.map(({ name, is, lastWebhookAt: last, lastUnderstoodWebhookAt }) => {
      const understood = `, last understood webhook ${when(lastUnderstoodWebhookAt)}`;
      return line(name, `${is}, last webhook ${when(last)}${last === undefined ? '' : understood}`);
    }),
    ...(facts.transfersTo === undefined ? [] : [line('transfer', `to ${facts.transfersTo}`)]),
    line('unpaid orders', waiting(unpaidOrders)),
    line('asked for', `${owed.count} not paid, ${amountWithCode(owed.cents, currency)}`),
    line('unsent mails', waiting(unsentMails)),
    line('dead letters', `${deadLetters}${deadLetters > 0 ? '; organiser mails shows them' : ''}`),
    line('mail server', facts.mailServer ?? 'none: mails are written into a folder, NOT SENT'),
    line('virus scanner', facts.virusScanner ?? 'none: files are not scanned'),
    line('database', facts.database),
    line(
      'backup',
      `newest ${when(backups.backedUpAt)}, on another machine ${when(backups.copiedAt)}`,
    ),
    ...serverWords(facts.servers, at).map((words) => line('server', words)),
    line('times', facts.timezone),
  ];
}

const MODES = {
  sandbox: 'TEST MODE, pretend money',
  test: 'TEST MODE, test keys',
  live: 'real money',
};

function countOf(count: number): string {
  return counted(count, 'thing needs', 'things need');
}

async function readFacts(context: CommandContext) {
  const { payments, content, env, dataDir } = context;
  const { db, providers, ways } = payments;
  const { bankTransfer } = content.conference;
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
    providers: (
      await Promise.all(
        (['card', 'paypal'] as const).map(async (way) => {
          const name = PROVIDERS[way];
          const { at, understoodAt } = await lastWebhooks(db, name);
          // A way that was offered before may still have refunds and disputes.
          if (!ways.includes(way) && at === undefined) return [];
          const is = !providers.has(name) ? 'off' : mode === 'sandbox' ? 'sandboxed' : mode;
          return { name, is, lastWebhookAt: at, lastUnderstoodWebhookAt: understoodAt };
        }),
      )
    ).flat(),
    transfersTo:
      ways.includes('transfer') && bankTransfer ? ibanInGroups(bankTransfer.iban) : undefined,
    unpaidOrders: await countUnpaid(db),
    owed: await countOwed(db, payments.currency),
    currency: payments.currency,
    unsentMails: await countUnsent(db, heldKinds(content.mails)),
    deadLetters,
    mailServer: env.SMTP_HOST,
    virusScanner: env.CLAMD,
    database: env.DATABASE_URL === undefined ? `SQLite in ${dataDir}` : 'PostgreSQL',
    backups: await findBackupTimes(db),
    servers,
    concerns: [...(await concernsOf(context)), ...(await placesConcerns(payments.db))],
  };
}

/** Only doctor reads the rows of everybody. */
async function placesConcerns(db: Db): Promise<Concern[]> {
  return (await placesMiscounted(db)).map((words) => ({
    about: 'places',
    subject: 'Server',
    title: 'Places are counted wrongly',
    id: words,
    words,
    command: 'organiser places --recount counts them again; please report it',
  }));
}

/** Every concern, for doctor and the dashboard. */
export function concernsOf(context: CommandContext): Promise<Concern[]> {
  return listConcerns({ ...context.payments, machine: context });
}
