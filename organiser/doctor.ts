import { decimalFromCents } from '#contract/money.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { unconfirmedOrders } from '#server/discount/agree.ts';
import { elsewhereWords, filesElsewhere } from '#server/files/files-elsewhere.ts';
import { listDeadLetters } from '#server/mail/dead-letters.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { countUnpaid } from '#server/payments/orders.ts';
import { mismatchedPayments } from '#server/payments/payments.ts';
import { lastWebhookAt } from '#server/payments/webhook-events.ts';
import { UNTRUSTED_PROXY } from '#server/http/visitor-address.ts';
import { timestamp } from '#server/identity.ts';
import type { Db } from '#server/database/database.ts';
import {
  accountsOf,
  describeInstallation,
  findInstallation,
  type Installation,
  installationIn,
} from '#server/installation.ts';
import { countOpenElsewhere } from '#server/payments/other-accounts.ts';
import { listRefunds, refundsBehindDisputes, unsettledRefunds } from '#server/payments/refunds.ts';
import { listServers } from '#server/servers.ts';
import { hasUnnamedProxy } from '#server/setting-conflicts.ts';
import type { CommandContext } from './command-context.ts';
import { serverWords } from './status.ts';

/** Something that a person has to look at: what it is, its id or reference, and why. */
type Concern = {
  about: 'order' | 'payment' | 'refund' | 'dispute' | 'abstract' | 'files' | 'mails' | 'setting';
  id: string;
  words: string;
};

/**
 * Shows what is pretended and what is real, the last webhook of each provider, what waits, and what needs a person; returns
 * how many things do.
 */
export async function doctorCommand(
  context: CommandContext,
  print: (line: string) => Promise<void>,
  isJson = false,
): Promise<number> {
  const report = await readReport(context);
  const { concerns } = report;
  if (isJson) {
    await print(`${JSON.stringify(report, undefined, 2)}\n`);
    return concerns.length;
  }
  const line = (what: string, how: string) => print(`${what.padEnd(16)}${how}\n`);
  await line('payments', MODES[report.mode]);
  if (report.usedWith !== undefined) await line('used with', report.usedWith);
  for (const { name, is, lastWebhookAt: at } of report.providers) {
    await line(name, `${is}, last webhook ${at ?? 'never'}`);
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
  for (const { about, id, words } of concerns) await line('look at', `${about} ${id}: ${words}`);
  if (concerns.length > 0) await print(`${countOf(concerns.length)} a person.\n`);
  return concerns.length;
}

const MODES = {
  sandbox: 'TEST MODE, pretend providers',
  test: 'TEST MODE, test keys',
  live: 'real money',
};

function countOf(count: number): string {
  return count === 1 ? '1 thing needs' : `${count} things need`;
}

async function readReport({ payments, content, env, dataDir }: CommandContext) {
  const { db, providers } = payments;
  const { mode } = payments;
  const deadLetters = (await listDeadLetters(db)).length;
  const installation = await findInstallation(db);
  const servers = await listServers(db, payments.clock);
  const elsewhere = elsewhereWords(
    await filesElsewhere(db, installationIn(env, dataDir).fileStore),
  );
  return {
    mode,
    usedWith: installation && describeInstallation(installation),
    providers: await Promise.all(
      (['stripe', 'paypal'] as const).map(async (name) => ({
        name,
        is: !providers.has(name) ? 'off' : mode === 'sandbox' ? 'sandboxed' : mode,
        lastWebhookAt: await lastWebhookAt(db, name),
      })),
    ),
    unpaidOrders: await countUnpaid(db),
    unsentMails: await countUnsent(db, heldKinds(content.mails)),
    deadLetters,
    mailServer: env.SMTP_HOST,
    virusScanner: env.CLAMD,
    database: env.DATABASE_URL === undefined ? `SQLite in ${dataDir}` : 'PostgreSQL',
    servers,
    concerns: [
      ...(await moneyConcerns(payments)),
      ...(installation ? await concernsElsewhere(db, installation) : []),
      ...(await unconfirmedOrders(db)).map(({ reference: id }): Concern => ({
        about: 'order',
        id,
        words: 'paid, and its amount is not agreed; organiser agree shows it',
      })),
      ...(await abstractConcerns(db)),
      ...(hasUnnamedProxy(env)
        ? [{ about: 'setting', id: 'TRUSTED_PROXIES', words: UNTRUSTED_PROXY } as const]
        : []),
      ...(elsewhere === undefined
        ? []
        : [{ about: 'files', id: 'store', words: elsewhere } as const]),
      ...(deadLetters > 0 ? [deadLetterConcern(deadLetters)] : []),
    ],
  };
}

async function concernsElsewhere(db: Db, installation: Installation): Promise<Concern[]> {
  const open = await countOpenElsewhere(db, accountsOf(installation));
  if (open === 0) return [];
  return [
    { about: 'payment', id: String(open), words: 'of other accounts, whose end is not known' },
  ];
}

function deadLetterConcern(count: number): Concern {
  return { about: 'mails', id: String(count), words: 'given up; organiser mails shows them' };
}

/** A refund without an answer for longer needs a person. */
const MOST_UNANSWERED_MS = 60 * 60_000;

async function moneyConcerns({ db, clock }: CommandContext['payments']): Promise<Concern[]> {
  const undecided = (await listRefunds(db, 'ASKED')).filter(
    ({ askedAt = '' }) => askedAt < timestamp(clock(), -MOST_UNANSWERED_MS),
  );
  const waiting = await refundsBehindDisputes(db);
  return [
    ...(await mismatchedPayments(db)).map(({ id, state }): Concern => ({
      about: 'payment',
      id,
      words: state,
    })),
    ...(await listDisputes(db, { state: 'OPENED' })).map(
      ({ ref, paymentId, amountCents, dueAt }): Concern => ({
        about: 'dispute',
        id: ref,
        words: `payment ${paymentId}, ${decimalFromCents(amountCents)} EUR, ${
          dueAt === undefined ? 'no answer is wanted now' : `answer by ${dueAt}`
        }`,
      }),
    ),
    ...undecided.map(({ id, paymentId, amountCents, askedAt, trouble }): Concern => ({
      about: 'refund',
      id,
      words: `of payment ${paymentId}, ${amountCents} cents, asked ${askedAt}: ${
        trouble ?? 'the provider gives no clear answer'
      }`,
    })),
    ...waiting.map(({ id, paymentId, amountCents }): Concern => ({
      about: 'refund',
      id,
      words: `of payment ${paymentId}, ${amountCents} cents, waits for the decision of a dispute`,
    })),
    ...(await unsettledRefunds(db)).map(
      ({ id, paymentId, amountCents, reason, state }): Concern => ({
        about: 'payment',
        id: paymentId,
        words: `a refund of ${amountCents} cents ${
          state === 'REFUSED' ? 'was refused' : 'came back from the bank of the payer'
        } (${reason}, ${id})`,
      }),
    ),
  ];
}

async function abstractConcerns(db: CommandContext['payments']['db']): Promise<Concern[]> {
  return (await listAbstracts(db)).flatMap(({ reference: id, scan, scanFinding }): Concern[] => {
    if (scan === 'INFECTED') return [{ about: 'abstract', id, words: scanFinding ?? 'infected' }];
    if (scan === 'GIVEN_UP') return [{ about: 'abstract', id, words: 'not scanned, given up' }];
    return [];
  });
}
