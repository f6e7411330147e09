import { signedAmountWithCode } from '#contract/money.ts';
import {
  compareBalances,
  type Comparison,
  type PayoutFacts,
  type Remainder,
} from './compare-balances.ts';
import type { Entry } from './payouts.ts';
import { type Reading, readBalances } from './read-balances.ts';
import { type ProviderCurrency, shownCurrency } from '#server/payments/provider-currency.ts';
import { readRange } from '#server/reports/date-range.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { counted } from '#server/counted.ts';
import { command } from '#organiser/command.ts';
import { RANGE } from '#organiser/fields.ts';

export const payouts = command({
  name: 'payouts',
  before: 'doctor',
  title: 'Payouts',
  summary:
    'Reads what moved on the accounts of Stripe and PayPal, and names for each payout the day, the gross amount, the fees, the amount at the bank and the orders in it; then what is on an account and in no book, what is in our books and on no account, and what is not paid out yet. A month, a year or days select payouts by the day on which they arrive, and payments by when they were paid.',
  exitsWith1: 'if something differs, or an account could not be read',
  subject: 'Money',
  fields: RANGE,
  async report({ payments: context, content }, typed) {
    const { timezone } = content.conference.dates;
    const range = readRange(typed, timezone);
    const readings = await readBalances(context);
    const found = await compareBalances(context.db, readings, context.referencePrefix, range);
    const troubles = readings.flatMap(({ trouble }) => trouble ?? []);
    const isWrong = found.payouts.some(({ addsUp }) => addsUp === false);
    return {
      facts: factsOf(readings, found, range?.words),
      lines: linesOf(readings, found, printTimes(timezone)),
      needsPerson:
        troubles.length + found.differences.length + found.onlyOnAccount.length > 0 || isWrong,
    };
  },
});

function factsOf(readings: readonly Reading[], found: Comparison, range: string | undefined) {
  return {
    range,
    accounts: readings.map(({ provider, account, mode, until, trouble }) => ({
      provider,
      account,
      mode,
      until: until?.toISOString(),
      trouble,
    })),
    payouts: found.payouts.map(({ sums, entries, ...payout }) => ({
      ...withCode(payout),
      ...sums,
      entries: entries.map(withCode),
    })),
    onlyOnAccount: found.onlyOnAccount.map(withCode),
    onlyInBooks: found.differences.map(withCode),
    notListedYet: found.notListedYet,
    converted: found.converted,
    notFromThisConference: found.foreign.map(withCode),
    ofTheAccount: found.ofTheAccount.map(withCode),
    notPaidOutYet: found.open.map(withCode),
  };
}

function withCode<Item extends { currency: ProviderCurrency }>(item: Item) {
  return { ...item, currency: item.currency.code };
}

function linesOf(
  readings: readonly Reading[],
  found: Comparison,
  time: (at: string) => string,
): string[] {
  if (readings.length === 0) return ['Nobody has begun to pay with Stripe or PayPal yet.'];
  return [
    ...found.payouts.flatMap(payoutLines),
    ...found.onlyOnAccount.map(
      (entry) =>
        `on the account, in no book: ${entry.provider}, ${time(entry.at)}, ${entry.kind} ${entry.invoice ?? entry.paymentRef ?? ''} ${amount(entry.grossCents, entry.currency)} (${entry.ref})`,
    ),
    ...found.differences.map(
      ({ provider, invoice, currency, ourCents, theirCents }) =>
        `in our books, not on the account: ${provider}, ${invoice}: our books have ${amount(ourCents, currency)}, the account has ${amount(theirCents, currency)}`,
    ),
    ...found.payouts
      .filter(({ addsUp }) => addsUp === false)
      .map(
        ({ ref, amountCents, sums, currency }) =>
          `payout ${ref} is ${amount(amountCents, currency)}, and its entries add up to ${amount(sums.netCents, currency)}`,
      ),
    ...found.foreign.map((rest) => `not from this conference: ${remainderWords(rest)}`),
    ...found.ofTheAccount.map((rest) => `of the account itself: ${remainderWords(rest)}`),
    ...found.open.map(
      ({ provider, currency, netCents, ofUsCents }) =>
        `not paid out yet: ${provider}, ${amount(netCents, currency)}${ofUsCents === undefined ? '' : `, of it ${amount(ofUsCents, currency)} of this conference`}`,
    ),
    ...(found.notListedYet > 0
      ? [`changed after the end of the provider's list: ${counted(found.notListedYet, 'payment')}`]
      : []),
    ...(found.converted > 0
      ? [
          `converted into another currency, and not compared: ${counted(found.converted, 'payment')}`,
        ]
      : []),
    ...readings.map(
      ({ provider, until, trouble }) =>
        trouble ?? `${provider}: read until ${time(until.toISOString())}`,
    ),
    counted(found.differences.length + found.onlyOnAccount.length, 'difference'),
  ];
}

function payoutLines(payout: PayoutFacts): string[] {
  const { arrivesOn, provider, ref, state, currency, amountCents, entries, sums } = payout;
  const money = (cents: number) => plain(cents, currency);
  const parts =
    entries.length === 0
      ? 'the provider does not say what is in it'
      : `gross ${money(sums.grossCents)}, fees ${money(sums.feeCents)}`;
  const ours = entries.filter(({ reference }) => reference !== undefined);
  const others = Map.groupBy(
    entries.filter(({ reference }) => reference === undefined),
    ({ kind }) => kind,
  );
  return [
    `${arrivesOn}  ${provider}  ${amount(amountCents, currency)}  (${parts})  ${stateWords(state)}  ${ref}`,
    ...ours.map((entry) => `    ${entry.reference}  ${entryWords(entry)}`),
    ...[...others].map(([kind, some]) => {
      const netCents = some.reduce((sum, each) => sum + each.netCents, 0);
      return `    ${otherWords[kind]}: ${some.length}, net ${money(netCents)}`;
    }),
  ];
}

/** The words for entries of a payout that belong to no payment of ours. */
const otherWords: Record<Entry['kind'], string> = {
  payment: 'payments not from this conference',
  refund: 'refunds not from this conference',
  dispute: 'disputes not from this conference',
  fee: 'fees of the account',
  adjustment: 'adjustments of the account',
  payout: 'earlier payouts that the bank returned',
};

function entryWords({ kind, grossCents, feeCents, currency }: Entry): string {
  const fee = feeCents === 0 ? '' : `, fee ${plain(feeCents, currency)}`;
  return `${kind === 'payment' ? '' : `${kind} `}${plain(grossCents, currency)}${fee}`;
}

function remainderWords({ provider, count, grossCents, netCents, currency }: Remainder): string {
  return `${provider}, ${counted(count, 'entry', 'entries')}, gross ${amount(grossCents, currency)}, net ${amount(netCents, currency)}`;
}

function amount(cents: number, currency: ProviderCurrency): string {
  return signedAmountWithCode(cents, shownCurrency(currency));
}

/** -123456 -> "-1,234.56" */
function plain(cents: number, currency: ProviderCurrency): string {
  return amount(cents, currency).slice(0, -currency.code.length - 1);
}
