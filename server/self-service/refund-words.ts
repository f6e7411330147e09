import type { Content } from '#contract/content.ts';
import { type Cents, type Currency, moneyText } from '#contract/money.ts';
import { html, type Markup } from '#server/markup.ts';
import type { RuledRefund, ValidRule } from '#server/orders/cancellation-rules.ts';
import { endText } from '#server/orders/order-facts.ts';
import { sentence } from './sentence.ts';

type Refund = {
  backCents: Cents;
  byRule: RuledRefund | undefined;
  isLessEarlierRefunds: boolean;
};

/** The sentences about a refund by the rules: its amount, the rule, and the rule that follows. */
export function refundWords(
  { refund: said }: Content['yourRegistration'],
  currency: Currency,
  { backCents, byRule, isLessEarlierRefunds }: Refund,
): Markup[] {
  const money = (cents: Cents) => moneyText(cents, currency);
  return [
    ...(backCents > 0 ? [sentence(said.amount, { amount: money(backCents) })] : []),
    ...(byRule ? ruleWords(said, byRule, money) : []),
    ...(isLessEarlierRefunds ? [html`${said.lessEarlier}`] : []),
  ];
}

function ruleWords(
  said: Content['yourRegistration']['refund'],
  { rule, ofCents }: RuledRefund,
  money: (cents: Cents) => string,
): Markup[] {
  const { refundPercent, until, endedAt } = rule;
  if (!until) return [sentence(said.noneAnyMore, { until: endedAt ? endText(endedAt) : '' })];
  const percent = String(refundPercent);
  const shareOf: Partial<Record<number, string>> = { 0: said.none, 100: said.shareWhole };
  const share = shareOf[refundPercent] ?? said.share;
  const values = { percent, price: money(ofCents), until: endText(until) };
  return [sentence(share, values), nextWords(said, rule)];
}

function nextWords(
  said: Content['yourRegistration']['refund'],
  { next, keepsFee }: ValidRule,
): Markup {
  if (!next || next.refundPercent === 0) return html`${said.nextNone}`;
  if (next.keepsFee && !keepsFee) {
    return sentence(said.nextWithoutFee, { percent: String(next.refundPercent) });
  }
  const share = next.refundPercent === 50 ? said.nextHalf : said.next;
  return sentence(share, { percent: String(next.refundPercent) });
}
