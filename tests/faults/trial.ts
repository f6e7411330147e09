import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Db, openDatabase } from '#server/database/database.ts';
import { listOrders } from '#server/orders/rows/orders.ts';
import { isMoneyState } from '#server/payments/payment-states.ts';
import { listPayments } from '#server/payments/payments.ts';
import { validReceipts } from '#server/receipts/receipt-document.ts';
import { documentsOf, readDocument } from '#server/receipts/receipts.ts';
import { isIncomplete, listSeries } from '#server/receipts/series-gaps.ts';
import { diceFrom } from '#tests/support/dice.ts';
import { copyConference } from '#tests/support/conference-copy.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { sendMailsNow } from '#tests/support/mail-round.ts';
import { startServerCluster } from '#tests/support/server-cluster.ts';
import { type Authored, wrongAbstracts } from './authors.ts';
import { PATIENCE_MS, until } from './fault.ts';
import { halfStored } from './stored-state.ts';

/** The arguments of the command. */
export const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    drill: { type: 'boolean', default: false },
    servers: { type: 'string', default: '1' },
    visitors: { type: 'string', default: '200' },
    kills: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string' },
    failover: { type: 'string' },
  },
});

export type Trial = Awaited<ReturnType<typeof startTrial>>;

type TrialOptions = Partial<Parameters<typeof startServerCluster>[0]> & { seed: number };

/**
 * Starts servers on a database that the trial also reads. The sets record everything that the servers acknowledge with
 * 2xx.
 */
export async function startTrial({ seed, size = 1, ...more }: TrialOptions) {
  const url = process.env['DATABASE_URL'];
  const site = await startServerCluster({ url, size, dice: diceFrom(seed + 1), ...more });
  const { dataDir } = site.server;
  const db = openBeside(url, dataDir);
  return {
    site,
    db,
    url,
    engine: url ? 'PostgreSQL' : 'SQLite',
    kills: 0,
    problems: new Array<string>(),
    registered: new Set<string>(),
    /** Address of the visitor by the id of the checkout. */
    opened: new Map<string, string>(),
    paid: new Set<string>(),
    /** Digest of the file by the address of the author. */
    abstracts: new Map<string, string>(),
    /** The acts of authors on their pages, by the end of the address of the page. */
    authored: new Map<string, Authored>(),
    /** Ids of orders. */
    refunded: new Set<string>(),
    /** Ids of paid orders for which the payer has asked for an invoice. */
    invoiced: new Set<string>(),
  };
}

/** The tables for a reader beside busy servers: it waits longer for a connection than a server, which has visitors. */
function openBeside(url: string | undefined, dataDir: string): Db {
  if (url === undefined) return openDatabase({ url, dataDir, log: console.error });
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    // A connection may lead to a database that went silent meanwhile.
    ...(options.failover !== undefined && { maxUses: 1 }),
  });
  pool.on('error', console.error);
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** A copy of the tests' conference with other entries in conference.yaml; it exists until this process ends. */
export function conferenceWith(edits: Parameters<typeof editContent>[1]): string {
  const { folder, remove } = copyConference('trial');
  process.on('exit', remove);
  editContent(join(folder, 'conference.yaml'), edits);
  return folder;
}

/** Lets the servers finish everything, compares acknowledged data with stored data, and stops the servers. */
export async function endTrial(trial: Trial, { isShort }: { isShort: boolean }): Promise<void> {
  const { site, db, problems } = trial;
  try {
    await comeToRest(trial, isShort);
    await site.server.organiser('reconcile').catch((error: unknown) => {
      problems.push(`reconcile: ${String(error)}`);
    });
    // `reconcile` may have caused more mails.
    await until(PATIENCE_MS, 'every mail is sent', async () => (await countUnsent(trial)) === 0);
    problems.push(...(await wrongPeople(trial)), ...(await wrongMoney(trial)));
    problems.push(...(await wrongMails(trial)), ...(await wrongPlaces(trial)));
    problems.push(...(await wrongSeries(trial)), ...(await wrongAbstracts(trial)));
    await Promise.all(site.servers.map((server) => server.stop()));
    if (site.servers.length === 1) problems.push(...(await halfStored(db, site.server.dataDir)));
  } catch (error) {
    problems.push(String(error instanceof Error ? error.stack : error));
  } finally {
    await db.destroy();
    await site.close();
  }
  for (const problem of problems.slice(0, 30)) console.error(problem);
  const charges = [...site.charges().values()].flat();
  const versions = [...trial.authored.values()].reduce(
    (sum, { files }) => sum + files.length - 1,
    0,
  );
  const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;
  console.log(
    `${trial.engine}: ${trial.kills} kills; acknowledged: ${trial.registered.size} registrations, ` +
      `${trial.opened.size} checkouts, ${trial.paid.size} payments, ${trial.abstracts.size + trial.authored.size} abstracts, ` +
      `${versions} more versions, ` +
      `${trial.refunded.size} refunds, ${trial.invoiced.size} invoices; ${charges.length} charges of ` +
      `${euros(charges.reduce((sum, { amount }) => sum + amount, 0))}, ` +
      `${euros(charges.reduce((sum, { refunded }) => sum + refunded, 0))} refunded; ` +
      `${site.mails.length} mails delivered; ${problems.length} problems`,
  );
}

/** Stops all servers, so that no running server owns a lease, and lets one server finish everything. */
async function comeToRest(trial: Trial, isShort: boolean): Promise<void> {
  const { site, url } = trial;
  if (isShort) await sendMailsNow({ dataDir: site.server.dataDir, url });
  // Thousands of mails wait at the end of a drill, and they go out one after the other.
  await until(12 * PATIENCE_MS, 'no server sends mails any more', () => areMailsAtRest(trial));
  await Promise.all(site.servers.map((server) => server.stop()));
  if (isShort) await endLeases(trial);
  await site.server.start();
  await Promise.all(site.servers.slice(1).map((server) => server.start()));
  await until(PATIENCE_MS, 'every mail is sent', async () => (await countUnsent(trial)) === 0);
}

/** Ends the leases of killed servers on mails and captures, as two minutes would. */
export async function endLeases({ db }: Trial): Promise<void> {
  const lease_until = new Date(0).toISOString();
  await db.updateTable('outbox').set({ lease_until }).where('sent_at', 'is', null).execute();
  await db.updateTable('payments').set({ lease_until }).where('state', '=', 'CAPTURING').execute();
}

async function areMailsAtRest(trial: Trial): Promise<boolean> {
  const earlier = await countUnsent(trial);
  await pause(2000);
  return (await countUnsent(trial)) === earlier;
}

async function countUnsent({ db }: Trial): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  return rows.length;
}

async function wrongPeople({ site, db, registered, opened, abstracts }: Trial): Promise<string[]> {
  const found: string[] = [];
  const records = Map.groupBy(
    await site.server.exported(),
    ({ type, email }) => `${type} of ${email}`,
  );
  for (const email of registered) {
    const count = records.get(`registration of ${email}`)?.length ?? 0;
    if (count !== 1) found.push(`${count} registrations of ${email}`);
  }
  for (const [email, sha256] of abstracts) {
    const [abstract, ...more] = records.get(`abstract of ${email}`) ?? [];
    if (abstract?.['sha256'] !== sha256 || !abstract['isIntact'])
      found.push(`lost or changed: the abstract of ${email}`);
    if (more.length > 0) found.push(`${more.length} more abstracts of ${email}`);
  }
  for (const [name, all] of records) {
    if (name.startsWith('registration of') && all.length > 1) found.push(`${all.length} ${name}`);
  }
  const payments = await listPayments(db);
  const known = new Set(payments.map(({ ref }) => ref));
  for (const [ref, email] of opened) {
    if (!known.has(ref)) found.push(`lost: the checkout ${ref} of ${email}`);
  }
  return found;
}

async function wrongMoney({ site, db, paid, refunded }: Trial): Promise<string[]> {
  const found: string[] = [];
  const orders = await listOrders(db);
  const payments = Map.groupBy(await listPayments(db), ({ orderId }) => orderId);
  const byOrder = site.charges();
  for (const id of byOrder.keys()) {
    if (!orders.some((order) => order.id === id)) found.push(`charged for an unknown order: ${id}`);
  }
  for (const order of orders) {
    const say = (text: string) => found.push(`order ${order.reference}: ${text}`);
    const theirs = byOrder.get(order.id) ?? [];
    const ours = (payments.get(order.id) ?? []).filter(({ state }) => isMoneyState(state));
    const taken = theirs.reduce((sum, { amount }) => sum + amount, 0);
    const returned = theirs.reduce((sum, charge) => sum + charge.refunded, 0);
    const received = ours.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const paidBack = ours.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
    if (taken !== received) say(`the providers took ${taken} cents, our ledger says ${received}`);
    if (returned !== paidBack) say(`${returned} cents were refunded, our ledger says ${paidBack}`);
    const notRefunded = theirs.filter((charge) => charge.refunded < charge.amount).length;
    if (notRefunded > 1) say(`${notRefunded} charges are not refunded`);
    if (refunded.has(order.id) && notRefunded > 0) say('a refund did not arrive');
    if (!refunded.has(order.id) && theirs.length > 0 && notRefunded === 0)
      say('everything was refunded, but nobody asked for a refund');
    if ((order.state === 'CONFIRMED') !== (notRefunded === 1))
      say(`the order is ${order.state}, and ${notRefunded} charges are not refunded`);

    const documents = await documentsOf(db, order.id);
    const receipts = validReceipts(documents);
    if (receipts.length !== Math.min(theirs.length, 1)) say(`${receipts.length} receipts`);
    const credited = documents
      .filter(({ kind }) => kind === 'credit-note')
      .reduce((sum, { totalCents }) => sum + Math.abs(totalCents), 0);
    const paidOne = ours.find(({ id }) => id === order.paidPaymentId);
    if (credited !== (paidOne?.refundedCents ?? 0))
      say(`the credit notes add up to ${credited} cents`);
  }
  for (const email of paid) {
    const own = orders.filter(({ customer }) => customer.email === email);
    const isConfirmed = own.some(({ id, state }) => state === 'CONFIRMED' || refunded.has(id));
    if (!isConfirmed)
      found.push(`${email} was told that the order is paid, but no order is confirmed`);
    if (own.filter(({ state }) => state === 'CONFIRMED').length > 1)
      found.push(`${email} has several confirmed orders`);
  }
  return found;
}

/** Finds series of document numbers with a gap, and acknowledged invoices that were not issued. */
async function wrongSeries({ db, invoiced }: Trial): Promise<string[]> {
  const gaps = (await listSeries(db)).filter(isIncomplete);
  const rows = await db
    .selectFrom('invoice_recipients')
    .innerJoin('documents', 'documents.order_id', 'invoice_recipients.order_id')
    .select(['documents.order_id', 'content'])
    .execute();
  const issued = new Set(
    rows
      .filter(({ content }) => readDocument(content).kind === 'invoice')
      .map((row) => row.order_id),
  );
  return [
    ...gaps.map(({ series, missing }) => `${series} has a gap: ${missing.join(', ')}`),
    ...[...invoiced].filter((id) => !issued.has(id)).map((id) => `no invoice of the order ${id}`),
  ];
}

/** Finds paid registrations without a place, recorded by any version of the server. */
async function wrongPlaces({ site, db }: Trial): Promise<string[]> {
  const said: unknown = JSON.parse(await site.server.organiser('places', '--json'));
  const isOfAll = (row: object) => 'kind' in row && row.kind === 'all';
  const row = Array.isArray(said) ? said.find(isOfAll) : undefined;
  const orders = await listOrders(db);
  const count = orders.filter(({ state }) => state === 'CONFIRMED').length;
  return row?.paid === count ? [] : [`${count} paid registrations have ${row?.paid} places`];
}

/**
 * Each mail reaches the mail server once; a mail that a killed server was sending may arrive again with the same id.
 */
async function wrongMails({ site, db, kills }: Trial): Promise<string[]> {
  const found: string[] = [];
  const rows = await db.selectFrom('outbox').select(['id', 'sent_at']).execute();
  const ids = site.mails.map(({ text }) => /^message-id: *<([^@>]+)@/im.exec(text)?.[1] ?? '');
  const delivered = Map.groupBy(ids, (id) => id);
  const missing = rows.filter(({ id, sent_at }) => sent_at !== null && !delivered.has(id));
  if (missing.length > 0) found.push(`${missing.length} mails marked as sent never arrived`);
  const unknown = [...delivered.keys()].filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) found.push(`${unknown.length} mails have no row in the outbox`);
  const repeated = ids.length - delivered.size;
  // A server has three mails in flight.
  if (repeated > 3 * kills) found.push(`${repeated} mails came twice after ${kills} kills`);
  return found;
}
