import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { type Cents, type Currency, moneyText } from '#contract/money.ts';
import { html, type Markup } from '#server/markup.ts';
import type { RuledRefund, ValidRule } from '#server/orders/change/cancellation-rules.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import type { RefundByProvider } from '#server/orders/change/record-refunds.ts';
import { sentence } from '#server/http/sentence.ts';

type Words = Content['yourRegistration']['refund'];

type Refund = {
  backCents: Cents;
  refunds: readonly RefundByProvider[];
  byRule: RuledRefund | undefined;
  isLessEarlierRefunds: boolean;
};

/** The sentences about a refund by the rules: its amount, the rule, and the rule that follows. */
export function refundWords(
  { refund: said }: { refund: Words },
  currency: Currency,
  refund: Refund,
): Markup[] {
  const { backCents, byRule, isLessEarlierRefunds } = refund;
  const money = (cents: Cents) => moneyText(cents, currency);
  return [
    ...(backCents > 0 ? [amountWords(said, refund, currency)] : []),
    ...(byRule ? ruleWords(said, byRule, money) : []),
    ...(isLessEarlierRefunds ? [html`${said.lessEarlier}`] : []),
  ];
}

function amountWords(said: Words, { backCents, refunds }: Refund, currency: Currency): Markup {
  const money = (cents: Cents) => moneyText(cents, currency);
  const amount = money(backCents);
  const parts = refunds.flatMap(({ provider, cents }) =>
    provider === 'free' ? [] : fillPlaceholders(said.parts[provider], { amount: money(cents) }),
  );
  if (parts.length < 2) {
    const isCash = refunds.some(({ provider }) => provider === 'cash');
    return sentence(isCash ? said.inCash : said.amount, { amount });
  }
  const list = new Intl.ListFormat(currency.language, { type: 'conjunction' });
  return sentence(said.amountInParts, { amount, parts: list.format(parts) });
}

function ruleWords(
  said: Words,
  { rule, ofCents, keptFeeCents }: RuledRefund,
  money: (cents: Cents) => string,
): Markup[] {
  const { refundPercent, until, endedAt } = rule;
  if (!until) return [sentence(said.noneAnyMore, { until: endedAt ? endText(endedAt) : '' })];
  const percent = String(refundPercent);
  const shareOf: Partial<Record<number, string>> = { 0: said.none, 100: said.shareWhole };
  const share = shareOf[refundPercent] ?? said.share;
  const values = { percent, price: money(ofCents), until: endText(until) };
  const isFeeKept = refundPercent > 0 && keptFeeCents > 0;
  return [
    sentence(share, values),
    ...(isFeeKept ? [sentence(said.feeKept, { fee: money(keptFeeCents) })] : []),
    nextWords(said, rule),
  ];
}

function nextWords(said: Words, { next, keepsFee }: ValidRule): Markup {
  if (!next || next.refundPercent === 0) return html`${said.nextNone}`;
  if (next.keepsFee && !keepsFee) {
    return sentence(said.nextWithoutFee, { percent: String(next.refundPercent) });
  }
  const share = next.refundPercent === 50 ? said.nextHalf : said.next;
  return sentence(share, { percent: String(next.refundPercent) });
}
