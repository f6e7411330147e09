import { listAbstracts } from '#server/abstract/abstracts.ts';
import { unconfirmedOrders } from '#server/discount/agree.ts';
import { listDeadLetters } from '#server/mail/dead-letters.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { countUnpaid } from '#server/payments/orders.ts';
import { paymentsToReview } from '#server/payments/payments.ts';
import { lastWebhookAt } from '#server/payments/webhook-events.ts';
import { timestamp } from '#server/identity.ts';
import { listRefunds } from '#server/payments/refunds.ts';
import { paymentMode } from '#server/payment-mode.ts';
import type { CommandContext } from './command-context.ts';

/** Shows what is pretended and what is real, the last webhook of each provider, and what waits. */
export async function doctorCommand(
  { payments, content, env, dataDir }: CommandContext,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const { db, providers } = payments;
  const line = (what: string, how: string) => print(`${what.padEnd(16)}${how}\n`);
  const mode = paymentMode(env);
  const words = {
    sandbox: 'TEST MODE, pretend providers',
    test: 'TEST MODE, test keys',
    live: 'real money',
  };
  await line('payments', words[mode]);
  for (const name of ['stripe', 'paypal'] as const) {
    const provider = providers.get(name);
    const is = !provider ? 'off' : mode === 'sandbox' ? 'sandboxed' : mode;
    await line(name, `${is}, last webhook ${(await lastWebhookAt(db, name)) ?? 'never'}`);
  }
  for (const [what, { count, oldest }] of [
    ['unpaid orders', await countUnpaid(db)],
    ['unsent mails', await countUnsent(db, heldKinds(content.mails))],
  ] as const) {
    await line(what, `${count}, oldest ${oldest ?? 'none'}`);
  }
  const dead = await listDeadLetters(db);
  await line(
    'dead letters',
    `${dead.length}${dead.length > 0 ? '; organiser mails shows them' : ''}`,
  );
  await line('mail server', env.SMTP_HOST ?? 'none: mails are written into a folder, NOT SENT');
  for (const { id, state, isDisputed } of await paymentsToReview(db)) {
    await line('look at', `payment ${id}: ${isDisputed ? `${state}, disputed` : state}`);
  }
  const undecided = (await listRefunds(db, 'ASKED')).filter(
    ({ askedAt = '' }) => askedAt < timestamp(payments.clock(), -60 * 60_000),
  );
  for (const { id, paymentId, amountCents, askedAt, trouble } of undecided) {
    const why = trouble ?? 'the provider gives no clear answer';
    await line(
      'look at',
      `refund ${id} of payment ${paymentId}, ${amountCents} cents, asked ${askedAt}: ${why}`,
    );
  }
  for (const { paymentId, amountCents, reason } of await listRefunds(db, 'REFUSED')) {
    await line(
      'look at',
      `payment ${paymentId}: a refund of ${amountCents} cents was refused (${reason})`,
    );
  }
  for (const { reference } of await unconfirmedOrders(db)) {
    await line(
      'look at',
      `${reference}: paid, and its amount is not agreed; organiser agree shows it`,
    );
  }
  await line('virus scanner', env.CLAMD ?? 'none: files are not scanned');
  for (const { reference, scan, scanFinding } of await listAbstracts(db)) {
    if (scan === 'INFECTED') await line('look at', `abstract ${reference}: ${scanFinding}`);
    if (scan === 'GIVEN_UP') await line('look at', `abstract ${reference}: not scanned, given up`);
  }
  const store = env.DATABASE_URL === undefined ? `SQLite in ${dataDir}` : 'PostgreSQL';
  await line('database', store);
}
