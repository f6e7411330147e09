import { DESCRIPTION_LENGTH } from '#contract/discount.ts';
import { add, amountWithCode, centsFromDecimal, feeOn, feeWords } from '#contract/money.ts';
import { emailAddress, line } from '#contract/text.ts';
import { agree as recordAgreement, isFor, unconfirmedOrders } from '#server/discount/agree.ts';
import { listAgreements } from '#server/discount/agreements.ts';
import { amountBeforeFee, listOrders } from '#server/payments/orders.ts';
import {
  type CommandContext,
  CommandError,
  example,
  withCommandContext,
} from './command-context.ts';
import { type Command, JSON_OPTION, readArguments, YES_OPTION } from './command.ts';

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

type Print = (line: string) => Promise<void>;

/** Records an amount that was agreed with somebody; without `isReal` it only says what it would do. */
export async function agreeCommand(
  { payments, content }: Pick<CommandContext, 'payments' | 'content'>,
  request: { email: string; amount: string; words: string; isReal: boolean },
  print: Print,
): Promise<void> {
  const { data: email } = emailAddress.safeParse(request.email);
  if (email === undefined) throw new CommandError(`"${request.email}" is no email address.`, 2);
  const { currency, fee } = content.prices;
  const amountCents = centsFromDecimal(request.amount, currency);
  if (amountCents === undefined || amountCents === 0) {
    throw new CommandError(`"${request.amount}" is no amount: write ${example(currency)}.`, 2);
  }
  const { data: words } = line(DESCRIPTION_LENGTH).safeParse(request.words);
  if (words === undefined) {
    throw new CommandError(
      `The words stand on the receipt: one line of at most ${DESCRIPTION_LENGTH} characters.`,
      2,
    );
  }
  const total = add(amountCents, feeOn(amountCents, fee));
  const waiting = (await unconfirmedOrders(payments.db)).find((order) =>
    isFor({ email, amountCents }, order),
  );
  const percent = feeWords(fee, currency);
  const withFee =
    percent === undefined
      ? ''
      : `, with the processing fee of ${percent} ${amountWithCode(total, currency)}`;
  await print(`${email} pays ${amountWithCode(amountCents, currency)}${withFee}, for: ${words}\n`);
  if (!request.isReal) {
    await print(
      waiting
        ? `${waiting.reference} is paid and waits for this: it would be confirmed, and the payer told.\n`
        : 'The place would be confirmed as soon as this is paid.\n',
    );
    return print('Nothing was recorded. Add --yes to do it.\n');
  }
  const confirmed = await recordAgreement(payments, { email, amountCents, words });
  await print(
    confirmed
      ? `Recorded. ${confirmed.reference} is confirmed, and the payer will be told.\n`
      : 'Recorded. The place is confirmed as soon as this is paid.\n',
  );
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
  const waiting = (await unconfirmedOrders(db)).map((order) => ({
    reference: order.reference,
    email: order.customer.email,
    amountCents: amountBeforeFee(order),
    words: order.lines[0]?.statedByPayer ?? '',
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
