import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { defineList } from '#server/reports/define-list.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import { allCash, allCounts, type CashEntry } from './cash-entries.ts';

type Row = CashEntry & { reference: string; name: string };

async function rowsOfCash(db: Db): Promise<Row[]> {
  const paid = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id', 'orders.reference', 'orders.payer_name'])
    .where('payments.provider', '=', 'cash')
    .execute();
  const byId = new Map(paid.map((row) => [row.id, row]));
  return (await allCash(db)).map((entry) => {
    const { reference = '', payer_name: name = '' } = byId.get(entry.paymentId ?? '') ?? {};
    return { ...entry, reference, name };
  });
}

function stateOf({ kind, movedAt, failedAt }: CashEntry): string {
  if (failedAt !== undefined) return 'TAKEN_BACK';
  if (movedAt === undefined) return 'TO_GIVE_BACK';
  return { taken: 'TAKEN', 'given-back': 'GIVEN_BACK', moved: 'MOVED', difference: 'DIFFERENCE' }[
    kind
  ];
}

function isCashTaken({ content }: { content: Content }): boolean {
  return content.conference.cash !== undefined;
}

/** The book of the cash boxes: every coin that went in or out. */
const cash: ListOfFeature = {
  name: 'cash',
  isUsed: isCashTaken,
  subject: 'Money',
  before: 'payouts',
  rows: 'movements of cash',
  list: () =>
    defineList({
      heading: 'Cash',
      leadsTo: 'people',
      ...inOnePage(rowsOfCash, ({ movedAt, createdAt }) => movedAt ?? createdAt),
      date: 'at',
      key: (row) => row.reference,
      currency: (row) => row.currency,
      fields: (add) => [
        add.time('at', 'At', (row) => row.movedAt),
        add.text('box', 'Cash box', (row) => row.box, 20),
        add.state('state', 'State', stateOf, 14),
        add.money('amount', 'Amount', (row) => row.amountCents),
        add.money('rounding', 'Rounded off', (row) => row.roundingCents),
        add.text('reference', 'Reference', (row) => row.reference, 16),
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('words', 'Words', (row) => row.words),
        add.text('by', 'By', (row) => row.actor, 20),
        add.text('currency', 'Currency', (row) => row.currency.code, 9),
        add.text('id', 'Id', (row) => row.id),
      ],
      shown: ['box', 'state', 'amount', 'at', 'name', 'reference', 'by', 'words'],
      filters: ['box', 'state', 'by', 'currency'],
    }),
};

const counts: ListOfFeature = {
  name: 'cash-counts',
  isUsed: isCashTaken,
  subject: 'Money',
  before: 'payouts',
  rows: 'counts of cash boxes',
  list: () =>
    defineList({
      heading: 'Counts of cash',
      ...inOnePage(allCounts, ({ countedAt }) => countedAt),
      date: 'at',
      key: (row) => row.id,
      currency: (row) => row.currency,
      fields: (add) => [
        add.time('at', 'Counted at', (row) => row.countedAt),
        add.text('box', 'Cash box', (row) => row.box, 20),
        add.money('expected', 'Expected', (row) => row.expectedCents),
        add.money('counted', 'Counted', (row) => row.countedCents),
        add.money('difference', 'Difference', (row) => row.countedCents - row.expectedCents),
        add.text('reason', 'Reason', (row) => row.reason),
        add.money('carried', 'To the bank', (row) => row.countedCents - row.leftCents),
        add.money('left', 'Stays', (row) => row.leftCents),
        add.text('by', 'By', (row) => row.actor, 20),
        add.text('currency', 'Currency', (row) => row.currency.code, 9),
      ],
      shown: ['box', 'counted', 'difference', 'at', 'expected', 'reason', 'carried', 'left', 'by'],
      filters: ['box', 'by', 'currency'],
    }),
};

export const cashLists: readonly ListOfFeature[] = [cash, counts];
