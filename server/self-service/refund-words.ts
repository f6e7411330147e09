import type { Content } from '#contract/content.ts';
import { type Cents, type Currency, moneyText } from '#contract/money.ts';
import { html, type Markup } from '#server/markup.ts';
import type { RuledRefund, ValidRule } from '#server/orders/cancellation-rules.ts';
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
  const { refundPercent, keepsFee, until, endedAt } = rule;
  if (!until) return [sentence(said.noneAnyMore, { until: endedAt?.words ?? '' })];
  const percent = String(refundPercent);
  const share = refundPercent === 0 ? said.none : keepsFee ? said.shareWithoutFee : said.share;
  const values = { percent, price: money(ofCents), until: until.words };
  return [sentence(share, values), nextWords(said, rule)];
}

function nextWords(said: Content['yourRegistration']['refund'], { next }: ValidRule): Markup {
  if (!next || next.refundPercent === 0) return html`${said.nextNone}`;
  const share = next.keepsFee ? said.nextWithoutFee : said.next;
  return sentence(share, { percent: String(next.refundPercent) });
}
