import { amountWithCode, type Cents, type Currency } from '#contract/money.ts';
import { readOrder } from '#server/organising/read-story.ts';
import { type CommandContext, CommandError } from './command-context.ts';

/** Shows one order: who, what, each attempt to pay with its refunds and disputes, the documents and the mails. */
export async function showCommand(
  { payments: { db } }: Pick<CommandContext, 'payments'>,
  reference: string,
  print: (line: string) => Promise<void>,
  isJson = false,
): Promise<void> {
  const facts = await readOrder(db, reference.toUpperCase());
  if (!facts) throw new CommandError(`There is no order ${reference.toUpperCase()}.`);
  if (isJson) {
    const { code } = facts.currency;
    return print(`${JSON.stringify({ ...facts, currency: code }, undefined, 2)}\n`);
  }
  for (const line of linesOf(facts)) await print(`${line}\n`);
}

type OrderFacts = NonNullable<Awaited<ReturnType<typeof readOrder>>>;
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
