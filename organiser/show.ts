import { amountWithCode, type Cents, type Currency } from '#contract/money.ts';
import { messagesAbout } from '#server/mail/posted-messages.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { findOrderByReference } from '#server/payments/orders.ts';
import { historyByPayment } from '#server/payments/payment-history.ts';
import { paymentsOfOrder } from '#server/payments/payments.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { documentsOf } from '#server/receipt/receipts.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';
import { type Command, JSON_OPTION, readArguments } from './command.ts';

export const show: Command = {
  name: 'show',
  help: `show PS26-7K3M-9QXW [--json]
      one order: who, what, each attempt to pay, refunds, disputes, documents and mails`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, JSON_OPTION, 1);
    const [reference] = positionals;
    if (reference === undefined) throw new CommandError('Which order?', 2);
    await withCommandContext((context) => showCommand(context, reference, print, values.json), {
      asksNobody: true,
    });
    return 0;
  },
};

/** Shows one order: who, what, each attempt to pay with its refunds and disputes, the documents and the mails. */
export async function showCommand(
  { payments: { db } }: Pick<CommandContext, 'payments'>,
  reference: string,
  print: (line: string) => Promise<void>,
  isJson = false,
): Promise<void> {
  const facts = await readOrder(db, reference.toUpperCase());
  if (isJson) {
    const { code } = facts.currency;
    return print(`${JSON.stringify({ ...facts, currency: code }, undefined, 2)}\n`);
  }
  for (const line of linesOf(facts)) await print(`${line}\n`);
}

async function readOrder(db: CommandContext['payments']['db'], reference: string) {
  const order = await findOrderByReference(db, reference);
  if (!order) throw new CommandError(`There is no order ${reference}.`);
  const payments = await paymentsOfOrder(db, order.id);
  const history = await historyByPayment(
    db,
    payments.map(({ id }) => id),
  );
  const { id, kind, state, createdAt, productName, lines, amountCents, currency } = order;
  return {
    reference,
    id,
    kind,
    state,
    createdAt,
    customer: order.customer,
    productName,
    lines,
    amountCents,
    currency,
    payments: await Promise.all(
      payments.map(async (payment) => ({
        id: payment.id,
        attempt: payment.attempt,
        provider: payment.provider,
        mode: payment.mode,
        state: payment.state,
        isPaidBy: order.paidPaymentId === payment.id,
        providerRef: payment.ref,
        providerPaymentRef: payment.paymentRef,
        amountCents: payment.amountCents,
        wentBackCents: payment.refundedCents,
        createdAt: payment.createdAt,
        history: history.get(payment.id) ?? [],
        refunds: await refundsOf(db, payment.id),
        disputes: await listDisputes(db, { paymentId: payment.id }),
      })),
    ),
    documents: (await documentsOf(db, order.id)).map(
      ({ kind: what, number, issuedAt, totalCents }) => ({
        kind: what,
        number,
        issuedAt,
        totalCents,
      }),
    ),
    mails: (await messagesAbout(db, order)).map((mail) => ({
      kind: mail.kind,
      recipient: mail.recipient,
      postedAt: mail.postedAt,
      state: mail.state,
    })),
  };
}

type OrderFacts = Awaited<ReturnType<typeof readOrder>>;
type PaymentFacts = OrderFacts['payments'][number];

function linesOf(order: OrderFacts): string[] {
  const { customer, currency } = order;
  const money = (cents: Cents) => amountWithCode(cents, currency);
  return [
    `${order.reference}  ${order.kind}  ${order.state}  ${order.createdAt}`,
    ...Object.values(customer).filter((value) => value !== ''),
    '',
    order.productName,
    ...order.lines.map(({ words, cents }) => row(words, money(cents))),
    row('total', money(order.amountCents)),
    ...order.payments.flatMap((payment) => ['', ...linesOfPayment(payment, currency)]),
    '',
    'documents',
    ...some(order.documents, ({ kind, number, issuedAt, totalCents }) =>
      row(`${kind} ${number}`, `${money(totalCents)}  ${issuedAt}`),
    ),
    '',
    'mails',
    ...some(order.mails, ({ kind, recipient, postedAt, state }) =>
      row(kind, `${state}  ${recipient}  ${postedAt}`),
    ),
  ];
}

function linesOfPayment(payment: PaymentFacts, currency: Currency): string[] {
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const { attempt, provider, mode, state, id, amountCents, wentBackCents } = payment;
  return [
    `payment ${attempt}  ${provider}, ${mode}  ${state}  ${id}`,
    row('amount', `${money(amountCents)}, went back ${money(wentBackCents)}`),
    ...(payment.providerRef === undefined
      ? []
      : [row('at the provider', [payment.providerRef, payment.providerPaymentRef].join('  '))]),
    ...payment.history.map(({ at, actor, from, to, evidence }) =>
      row(at, `${from === undefined ? '' : `${from} to `}${to}, by ${actor}: ${evidence}`),
    ),
    ...payment.refunds.map((refund) =>
      row(
        `refund ${refund.state}`,
        `${money(refund.amountCents)}  ${refund.createdAt}  ${refund.id}`,
      ),
    ),
    ...payment.disputes.map((dispute) =>
      row(
        `dispute ${dispute.state}`,
        `${money(dispute.amountCents)}  ${dispute.openedAt}  ${dispute.ref}${
          dispute.dueAt === undefined ? '' : `  answer by ${dispute.dueAt}`
        }`,
      ),
    ),
  ];
}

function row(what: string, how: string): string {
  return `  ${what.padEnd(28)}  ${how}`;
}

function some<Item>(items: readonly Item[], lineOf: (item: Item) => string): string[] {
  return items.length === 0 ? ['  none'] : items.map(lineOf);
}
