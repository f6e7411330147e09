import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/content-facts.ts';
import { type Cents, type Currency, moneyText } from '#contract/money.ts';
import type { RuledRefund, ValidRule } from '#server/orders/cancellation-rules.ts';

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
): string[] {
  const money = (cents: Cents) => moneyText(cents, currency);
  return [
    ...(backCents > 0 ? [fillPlaceholders(said.amount, { amount: money(backCents) })] : []),
    ...(byRule ? ruleWords(said, byRule, money) : []),
    ...(isLessEarlierRefunds ? [said.lessEarlier] : []),
  ];
}

function ruleWords(
  said: Content['yourRegistration']['refund'],
  { rule, ofCents }: RuledRefund,
  money: (cents: Cents) => string,
): string[] {
  const { refundPercent, keepsFee, until, endedAt } = rule;
  if (!until) return [fillPlaceholders(said.noneAnyMore, { until: endedAt?.words ?? '' })];
  const percent = String(refundPercent);
  const sentence = refundPercent === 0 ? said.none : keepsFee ? said.shareWithoutFee : said.share;
  const values = { percent, price: money(ofCents), until: until.words };
  return [fillPlaceholders(sentence, values), nextWords(said, rule)];
}

function nextWords(said: Content['yourRegistration']['refund'], { next }: ValidRule): string {
  if (!next || next.refundPercent === 0) return said.nextNone;
  const sentence = next.keepsFee ? said.nextWithoutFee : said.next;
  return fillPlaceholders(sentence, { percent: String(next.refundPercent) });
}
