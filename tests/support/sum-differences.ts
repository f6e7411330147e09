import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readExcelFile from 'read-excel-file/node';
import { exportJsonLines } from '#organiser/commands/export.ts';
import { allRights } from '#organiser/dashboard/rights.ts';
import { readCharts, readOverview } from '#organiser/dashboard/read-pages.ts';
import { tableCommand } from '#organiser/commands/table.ts';
import { isMoneyState, type PaymentState } from '#server/payments/payment-states.ts';
import { listPayments } from '#server/payments/payments.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { signOf } from '#server/receipts/receipt-document.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { listingOf, listNames, sheets } from '#server/reports/lists.ts';
import { reportOf } from '#server/reports/weekly-report.ts';
import { organise, printed, testContext } from './test-commands.ts';
import type { TestServer } from './test-server.ts';

/** Sums of money, in cents. */
type Sums = Record<string, number>;

/** Every printed sum that differs from the rows of the payments. The list is empty at every moment. */
export async function sumDifferences(server: TestServer): Promise<string[]> {
  const { booked, perOrder } = await bookedSums(server);
  const { paid = 0, refunded = 0 } = booked;
  const places: Record<string, Sums> = {
    'status as JSON': await statusJson(server),
    status: await statusText(server),
    report: await reportPage(server),
    overview: await overview(server),
    export: await exported(server),
    show: await shown(server, [...perOrder.keys()]),
  };
  const lists = await listedColumns(server);
  const columns = { ...lists, ...(await columnsOfFiles(server)) };
  for (const [place, sum] of Object.entries(columns)) {
    const amounts = sum('documents', 'Amount');
    places[place] = {
      paid: sum('payments', 'Paid').total,
      refunded: sum('payments', 'Refunded').total,
      'refunded in the list of refunds': sum('refunds', 'Refunded').total,
      'in documents': amounts.total,
      'fees in documents': sum('documents', 'Processing fee in it').total,
      'of participants': sum('participants', 'Amount').total,
      'refunded of participants': sum('participants', 'Refunded').total,
      'paid of what was asked for': sum('asked', 'Paid').total,
      'refunded of what was asked for': sum('asked', 'Refunded').total,
      owed: sum('asked', 'Owed').total,
    };
    for (const [reference, own] of perOrder) {
      places[`${place}, ${reference}`] = {
        'paid by the order': sum('payments', 'Paid').by(reference) - own.paid,
        'refunded of the order': sum('payments', 'Refunded').by(reference) - own.refunded,
        'in the list of refunds': sum('refunds', 'Refunded').by(reference) - own.refunded,
        'in documents of the order': amounts.by(reference) - own.documents,
      };
    }
  }
  const ofTheDashboard = places['dashboard'] ?? {};
  const expected: Sums = {
    ...booked,
    'refunded in the list of refunds': refunded,
    received: paid - refunded,
    'on all days': paid,
    'refunded on all days': refunded,
    'in all months': paid,
    'refunded in all months': refunded,
    'fees in documents': booked['fees in documents'] ?? 0,
    'of participants': ofTheDashboard['of participants'] ?? 0,
    'refunded of participants': ofTheDashboard['refunded of participants'] ?? 0,
    'paid by the order': 0,
    'refunded of the order': 0,
    'in the list of refunds': 0,
    'in documents of the order': 0,
  };
  return Object.entries(places).flatMap(([place, sums]) =>
    Object.entries(sums).flatMap(([name, cents]) =>
      cents === expected[name] ? [] : [`${place}: ${name} is ${cents}, not ${expected[name]}`],
    ),
  );
}

/** The sums over all rows and over each order, added up independently of the server's queries. */
async function bookedSums({ db }: TestServer) {
  const orders = await db.selectFrom('orders').selectAll().execute();
  const items = await db.selectFrom('order_items').select(['order_id', 'kind']).execute();
  const asked = new Set(items.flatMap((item) => (item.kind === 'asked' ? item.order_id : [])));
  const ofAsked = { paid: 0, refunded: 0, owed: 0 };
  const payments = (await listPayments(db)).filter(({ state }) => isMoneyState(state));
  const perOrder = new Map<string, { paid: number; refunded: number; documents: number }>();
  const without = { paid: 0, refunded: 0 };
  let fees = 0;
  for (const { id, reference, amount_cents, paid_payment_id, cancelled_at } of orders) {
    const documents = await documentsOf(db, id);
    const own = payments.filter(({ orderId }) => orderId === id);
    const bare = own.filter((payment) => documents.every((one) => one.paymentId !== payment.id));
    without.paid += sumOf(bare, arrivedOf);
    without.refunded += sumOf(bare, ({ refundedCents }) => refundedCents);
    const paid = sumOf(own, arrivedOf);
    const refunded = sumOf(own, ({ refundedCents }) => refundedCents);
    const inBare = sumOf(bare, (one) => arrivedOf(one) - one.refundedCents);
    perOrder.set(reference, { paid, refunded, documents: paid - refunded - inBare });
    if (asked.has(id)) {
      const paying = own.filter((payment) => documents.some((one) => one.paymentId === payment.id));
      ofAsked.paid += sumOf(paying, arrivedOf);
      ofAsked.refunded += sumOf(paying, ({ refundedCents }) => refundedCents);
      const isOwed = paid_payment_id === null && cancelled_at === null;
      if (isOwed) ofAsked.owed += amount_cents;
    }
    fees += sumOf(documents, ({ kind, replaces, feeCents = 0 }) =>
      replaces === undefined ? signOf({ kind }) * feeCents : 0,
    );
  }
  const all = [...perOrder.values()];
  const booked: Sums = {
    paid: sumOf(all, (own) => own.paid),
    refunded: sumOf(all, (own) => own.refunded),
    'paid without a receipt': without.paid,
    'refunded without a receipt': without.refunded,
    'in documents': sumOf(all, (own) => own.documents),
    'fees in documents': fees,
    'paid of what was asked for': ofAsked.paid,
    'refunded of what was asked for': ofAsked.refunded,
    owed: ofAsked.owed,
  };
  return { booked, perOrder };
}

/**
 * The orders whose documents have another fee or other rates of tax than the order, or other sums in their lines or taxes
 * than in total: where the rest of the payments is the price of the order, its documents have the fee of the order and the
 * booked items of each rate, and without a rest none.
 */
export async function documentDifferences({ db }: TestServer): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'reference', 'amount_cents', 'fee_cents'])
    .execute();
  const wrong: string[] = [];
  for (const { id, reference, amount_cents, fee_cents } of orders) {
    const documents = await documentsOf(db, id);
    // A replaced receipt does not count, and the last of several replacements does.
    const replaced = new Set(documents.map(({ replaces }) => replaces));
    const counted = documents.filter(({ number }) => !replaced.has(number));
    const left = sumOf(counted, ({ kind, totalCents }) => signOf({ kind }) * totalCents);
    const fee = sumOf(counted, ({ kind, feeCents = 0 }) => signOf({ kind }) * feeCents);
    const isRight = left === amount_cents ? fee === fee_cents : fee >= 0 && fee <= left;
    if (counted.length > 0 && !isRight) wrong.push(`${reference}: the fee is ${fee}`);
    const stated = byRate(
      counted.flatMap(({ kind, lines }) =>
        lines.map((line) => ({ ...line, cents: signOf({ kind }) * line.cents })),
      ),
    );
    const { items } = await getOrder(db, id);
    const booked = items.map((item) => ({ ...item, cents: item.quantity * item.unitCents }));
    const isWhole = left === amount_cents;
    const expected = byRate(isWhole ? booked : []);
    if (counted.length > 0 && (isWhole || left === 0) && stated !== expected) {
      wrong.push(`${reference}: the documents of each rate are ${stated}, not ${expected}`);
    }
    for (const { number, lines, taxes = [], totalCents } of documents) {
      if (sumOf(lines, ({ cents }) => cents) !== totalCents) wrong.push(`${number}: lines`);
      const gross = sumOf(taxes, ({ netCents, taxCents }) => netCents + taxCents);
      if (taxes.length > 0 && gross !== totalCents) wrong.push(`${number}: taxes`);
    }
  }
  return wrong;
}

/** The sum of each rate of tax that has one: "700: 12900, 1900: 33955" */
function byRate(lines: readonly { cents: number; taxBasisPoints?: number | undefined }[]): string {
  return [...Map.groupBy(lines, ({ taxBasisPoints }) => taxBasisPoints ?? 0)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([rate, own]) => {
      const cents = sumOf(own, (line) => line.cents);
      return cents === 0 ? [] : [`${rate}: ${cents}`];
    })
    .join(', ');
}

function sumOf<T>(all: readonly T[], centsOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + centsOf(one), 0);
}

async function statusJson(server: TestServer): Promise<Sums> {
  const facts = JSON.parse(await organise(testContext(server), 'status', '--json'));
  return {
    paid: facts.paidCents,
    refunded: facts.refundedCents,
    received: facts.receivedCents,
    'paid without a receipt': facts.withoutReceipt.paidCents,
    'refunded without a receipt': facts.withoutReceipt.refundedCents,
    owed: facts.owed.cents,
  };
}

async function statusText(server: TestServer): Promise<Sums> {
  const said = await organise(testContext(server), 'status');
  const line = (name: string) => centsIn(new RegExp(`^${name} +(\\S+) EUR$`, 'm').exec(said)?.[1]);
  const [, paid, refunded] = /^no receipt +(\S+) EUR paid, (\S+) EUR/m.exec(said) ?? [];
  return {
    paid: line('paid'),
    refunded: line('refunded'),
    received: line('received'),
    'paid without a receipt': centsIn(paid ?? '0.00'),
    'refunded without a receipt': centsIn(refunded ?? '0.00'),
    owed: centsIn(/^asked for +\d+ not paid, (\S+) EUR$/m.exec(said)?.[1] ?? '0.00'),
  };
}

async function reportPage({ db, content, clock }: TestServer): Promise<Sums> {
  const page = await reportOf(db, content, { now: clock.now(), isTest: true });
  const total = (name: string) =>
    centsIn(new RegExp(`<dt>${name}</dt>\\s*<dd>(\\S+)</dd>`).exec(page)?.[1]);
  const rows = (heading: string) => {
    const table = page.slice(page.indexOf(`<h2>${heading}</h2>`)).split('</table>')[0] ?? '';
    return [...table.matchAll(/<th scope="row">[^]*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell),
    );
  };
  const [days, months] = [rows('Day by day'), rows('Month by month')];
  return {
    paid: total('Paid'),
    refunded: total('Refunded'),
    received: total('Received'),
    owed: page.includes('<dt>Asked for, not paid</dt>') ? total('Asked for, not paid') : 0,
    'on all days': sumOf(days, ([, , paid]) => centsIn(paid)),
    'refunded on all days': sumOf(days, (cells) => centsIn(cells[3])),
    'in all months': sumOf(months, ([paid]) => centsIn(paid)),
    'refunded in all months': sumOf(months, ([, refunded]) => centsIn(refunded)),
  };
}

async function overview(server: TestServer): Promise<Sums> {
  const { totals } = await readOverview(testContext(server), allRights);
  const { days } = await readCharts(testContext(server));
  return {
    paid: totals.paidCents,
    refunded: totals.refundedCents,
    received: totals.receivedCents,
    'on all days': sumOf(days, ({ paidCents }) => paidCents),
    'refunded on all days': sumOf(days, ({ refundedCents }) => refundedCents),
    'paid without a receipt': totals.withoutReceipt.paidCents,
    owed: totals.owed.cents,
  };
}

/** The arrived money of a payment; a mismatch has more or less than was requested. */
function arrivedOf({
  arrivedCents,
  amountCents,
}: {
  arrivedCents?: number | undefined;
  amountCents: number;
}): number {
  return arrivedCents ?? amountCents;
}

type Exported = Record<string, unknown>;

async function exported({ db, files }: TestServer): Promise<Sums> {
  const records: Exported[] = [];
  await exportJsonLines(db, files.store, async (line) => void records.push(JSON.parse(line)));
  const paid = records.filter(
    ({ type, state }) => type === 'payment' && isMoneyState(state as PaymentState),
  );
  const of = (type: string, name: string, isMeant: (one: Exported) => boolean = () => true) =>
    sumOf(
      records.filter((record) => record['type'] === type && isMeant(record)),
      (record) => Number(record[name]),
    );
  const isDeducted = ({ kind }: Exported) =>
    kind === 'credit-note' || kind === 'invoice-cancellation';
  return {
    paid: sumOf(paid, (one) => Number(one['arrivedCents'] ?? one['amountCents'])),
    refunded: of('payment', 'refundedCents'),
    'in documents':
      of('document', 'totalCents', (one) => !isDeducted(one) && one['replaces'] === undefined) -
      of('document', 'totalCents', isDeducted),
  };
}

async function shown(server: TestServer, references: readonly string[]): Promise<Sums> {
  const sums = { paid: 0, refunded: 0 };
  for (const reference of references) {
    const story = JSON.parse(await organise(testContext(server), 'show', reference, '--json'));
    for (const { state, refundedCents, ...came } of story.payments) {
      if (isMoneyState(state)) sums.paid += arrivedOf(came);
      sums.refunded += refundedCents;
    }
  }
  return sums;
}

type ColumnSum = (
  sheet: string,
  label: string,
) => { total: number; by: (reference: string) => number };

function columnSum(
  find: (sheet: string) => { labels: readonly unknown[]; rows: readonly (readonly unknown[])[] },
  toCents: (cell: unknown) => number,
): ColumnSum {
  return (sheet, label) => {
    const { labels, rows } = find(sheet);
    const [at, key] = [labels.indexOf(label), labels.indexOf('Reference')];
    if (at < 0 || key < 0) throw new Error(`${sheet} has no column ${label}`);
    const sum = (some: typeof rows) => sumOf(some, (row) => toCents(row[at] ?? 0));
    return {
      total: sum(rows),
      by: (reference) => sum(rows.filter((row) => row[key] === reference)),
    };
  };
}

/** The tables of the dashboard, with the cells from which the page adds up its sums. */
async function listedColumns(server: TestServer): Promise<Record<string, ColumnSum>> {
  const read = new Map<string, { labels: string[]; rows: unknown[][] }>();
  for (const name of listNames()) {
    const { head, rows } = listingOf(server.organising, name);
    const all = (await Array.fromAsync(rows(server.db))).flat();
    read.set(name, {
      labels: head.columns.map(({ label }) => label),
      rows: all.map(([, ...cells]) => cells),
    });
  }
  const find = (sheet: string) => read.get(sheet) ?? { labels: [], rows: [] };
  return { dashboard: columnSum(find, Number) };
}

/** The columns of an XLSX file, and of one CSV file for each sheet. */
async function columnsOfFiles(server: TestServer): Promise<Record<string, ColumnSum>> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-sums-'));
  const write = async (file: string, sheet?: string) => {
    const path = join(folder, file);
    await printed((print) => tableCommand(server.organising, { path, sheet }, print));
    return path;
  };
  const workbook = await readExcelFile(await write('all.xlsx'));
  const csv = new Map<string, { labels: string[]; rows: string[][] }>();
  for (const { name } of sheets()) {
    const lines = readFileSync(await write(`${name}.csv`, name), 'utf8')
      .replace(/^\uFEFF/, '')
      .split('"\r\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(1).split('","'));
    const [labels = [], ...rows] = lines;
    csv.set(name, { labels, rows });
  }
  const inWorkbook = (name: string) => {
    const found = workbook.find(({ sheet }) => sheet.toLowerCase().startsWith(name));
    const [labels = [], ...rows] = found?.data ?? [];
    return { labels, rows };
  };
  return {
    XLSX: columnSum(inWorkbook, (cell) => Math.round(Number(cell) * 100)),
    CSV: columnSum(
      (name) => csv.get(name) ?? { labels: [], rows: [] },
      (cell) => centsIn(String(cell || '0.00')),
    ),
  };
}

/** "€1,234.56" or "-1234.56" -> 123456; NaN if the text has no amount. */
function centsIn(text: string | undefined): number {
  const sign = /^[−-]/.test(text ?? '') ? -1 : 1;
  return sign * Math.round(Number(text?.replace(/[^\d.]/g, '') || Number.NaN) * 100);
}
