import { amountWithCode } from '#contract/money.ts';
import { listAgreements } from '#server/discount/agreements.ts';
import { planAgreement } from '#server/discount/record-agreement.ts';
import { amountBeforeFee, linesOf, listOrders, listUnagreed } from '#server/orders/orders.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';
import {
  carryOut,
  type Command,
  JSON_OPTION,
  type Print,
  readArguments,
  YES_OPTION,
} from './command.ts';

export const agree: Command = {
  name: 'agree',
  help: `agree EMAIL AMOUNT "WORDS" [--yes]
      records an amount, without the processing fee, that was agreed for a discount registration: as soon as it is paid from this
      address, the place is confirmed, with these words on the receipt; without --yes it only says what it would do
  npm run --silent organiser -- agree [--json]
      what was agreed, and what was paid without an agreement`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, { ...JSON_OPTION, ...YES_OPTION });
    const [email, amount, words, ...more] = positionals;
    if (email === undefined) {
      await withCommandContext((context) => listAgreementsCommand(context, values.json, print), {
        asksNobody: true,
      });
      return 0;
    }
    if (amount === undefined || words === undefined || more.length > 0) {
      throw new CommandError('agree EMAIL AMOUNT "WORDS", with quotes?', 2);
    }
    const request = { email, amount, words, isReal: values.yes };
    await withCommandContext((context) => agreeCommand(context, request, print));
    return 0;
  },
};

/** Records an amount that was agreed with somebody; without `isReal` it only says what it would do. */
export async function agreeCommand(
  context: CommandContext,
  { isReal, ...typed }: { email: string; amount: string; words: string; isReal: boolean },
  print: Print,
): Promise<void> {
  await carryOut(planAgreement(context, typed), { isReal, flag: '--yes' }, print);
}

/** Lists what was agreed, and what was paid without an agreement. */
export async function listAgreementsCommand(
  { payments: { db, currency } }: Pick<CommandContext, 'payments'>,
  isJson: boolean,
  print: Print,
): Promise<void> {
  const orders = await listOrders(db);
  const references = new Map(orders.map(({ id, reference }) => [id, reference]));
  const agreements = (await listAgreements(db)).map(
    ({ createdAt, email, amountCents, words, orderId }) => ({
      createdAt,
      email,
      amountCents,
      words,
      isUsed: orderId !== undefined,
      reference: orderId === undefined ? undefined : references.get(orderId),
    }),
  );
  const waiting = (await listUnagreed(db)).map((order) => ({
    reference: order.reference,
    email: order.customer.email,
    amountCents: amountBeforeFee(order),
    words: linesOf(order)[0]?.statedByPayer ?? '',
  }));
  if (isJson) return print(`${JSON.stringify({ agreements, waiting }, undefined, 2)}\n`);
  for (const {
    createdAt,
    email,
    amountCents,
    words,
    isUsed,
    reference = 'an order',
  } of agreements) {
    const state = isUsed ? `paid with ${reference}` : 'not paid yet';
    await print(
      `${createdAt.slice(0, 10)} ${email} ${amountWithCode(amountCents, currency)}, ${state}: ${words}\n`,
    );
  }
  for (const { reference, email, amountCents, words } of waiting) {
    await print(
      `${reference} ${email} ${amountWithCode(amountCents, currency)} is paid and waits for an agreement or a refund: ${words}\n`,
    );
  }
  if (agreements.length === 0 && waiting.length === 0) await print('Nothing was agreed.\n');
}
