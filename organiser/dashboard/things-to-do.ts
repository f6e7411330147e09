import type { Concern } from '#server/alarms.ts';
import type { Db } from '#server/database/database.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { getOrder } from '#server/payments/orders.ts';
import { findPayment, findPaymentByRef } from '#server/payments/payments.ts';
import { findRefund } from '#server/payments/refunds.ts';
import type { CommandContext } from '../command-context.ts';
import { readReport } from '../doctor.ts';
import type { ActionName } from './actions.ts';

/** What doctor found, with the page that shows more of it and the action that may end it. */
export type Thing = Concern & {
  /** Of the dashboard: /people/… */
  page: string | undefined;
  action: { name: ActionName; request: Record<string, string> } | undefined;
};

export async function thingsToDo(context: CommandContext): Promise<Thing[]> {
  const { db } = context.payments;
  const { concerns } = await readReport(context);
  return Promise.all(
    concerns.map(async (concern) => ({
      ...concern,
      page: await pageOf(db, concern),
      action: actionOf(concern),
    })),
  );
}

function actionOf({ about, id, settles }: Concern): Thing['action'] {
  if (settles !== undefined) return { name: 'settle', request: { id: settles } };
  if (about === 'mails') {
    const isHeld = id === 'all' || id === 'letters';
    return { name: isHeld ? 'release-mails' : 'retry-mails', request: {} };
  }
  return about === 'refund' ? { name: 'take-refund-back', request: { id } } : undefined;
}

async function pageOf(db: Db, { about, id }: Concern): Promise<string | undefined> {
  if (about === 'abstract') return `/abstracts/${id}`;
  if (about === 'mails') return '/mails?state=GIVEN_UP';
  if (about === 'order') return `/people/${id}`;
  const paymentId = await paymentIdOf(db, { about, id });
  const payment = paymentId === undefined ? undefined : await findPayment(db, paymentId);
  return payment && `/people/${(await getOrder(db, payment.orderId)).reference}`;
}

async function paymentIdOf(
  db: Db,
  { about, id }: Pick<Concern, 'about' | 'id'>,
): Promise<string | undefined> {
  if (about === 'payment') return id;
  if (about === 'refund') return (await findRefund(db, id))?.paymentId;
  if (about === 'difference') return (await findPaymentByRef(db, id))?.id;
  if (about === 'dispute') return (await listDisputes(db)).find(({ ref }) => ref === id)?.paymentId;
  return undefined;
}
