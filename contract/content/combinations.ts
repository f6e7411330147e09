import { type ConferencePart, isTicketFor, type TicketDays } from './ticket-days.ts';
import type { CombinationLabels } from './labels/combinations.ts';
import { fillPlaceholders } from './placeholders.ts';

/** The rules of prices.yaml about what one person can have together. An extra with choices is one entry for each choice. */
export type Rules = {
  presentationTypes: readonly {
    id: string;
    label: string;
    includes?: readonly string[] | undefined;
    days?: TicketDays;
  }[];
  extras: readonly RuledExtra[];
  groups?: readonly { id: string; label: string; most: number }[] | undefined;
  /** The words for a rule that is broken. */
  labels: CombinationLabels;
};

type RuledExtra = {
  id: string;
  label: string;
  most: number;
  whole?: { id: string; label: string; choice: string } | undefined;
  group?: string | undefined;
  excludes?: readonly string[] | undefined;
  for?: readonly string[] | undefined;
  day?: ConferencePart | undefined;
};

/** A presentation type, and the number of each extra, by their ids. */
export type Combination = { presentation: string; extras: Readonly<Record<string, number>> };

/** A rule that a combination breaks. */
export type Conflict = {
  /** The rule and what it is about, the same in each combination that breaks it. */
  rule: string;
  /** By how much the combination breaks it. */
  by: number;
  /** The extra that is too much. */
  extra: string;
  words: string;
};

/** Between the id of an extra and the id of its choice: `dinner:vegan`. */
export const CHOICE = ':';

/** The extra of a choice: `dinner` of `dinner:vegan`. An extra without choices is its own. */
export function extraOf(id: string): string {
  return id.split(CHOICE)[0] ?? id;
}

/** The extras as prices.yaml has them: one with choices is one entry in the file, and here one for each choice. */
export function writtenExtras<E extends { id: string }>(extras: readonly E[]): E[] {
  return extras.filter(
    ({ id }, at) => extras.findIndex((each) => extraOf(each.id) === extraOf(id)) === at,
  );
}

/** Every rule that a combination breaks, with a sentence about it. Ids that are not offered break none. */
export function conflictsIn(
  { presentationTypes, extras, groups = [], labels }: Rules,
  { presentation, extras: counts }: Combination,
): Conflict[] {
  const type = presentationTypes.find(({ id }) => id === presentation);
  const countOf = ({ id }: { id: string }) => counts[id] ?? 0;
  const sumOf = (some: readonly RuledExtra[]) => some.reduce((sum, each) => sum + countOf(each), 0);
  const things = Map.groupBy(extras, ({ id }) => extraOf(id));
  const wanted = [...things].flatMap(([id, sold]) => {
    const [first] = sold;
    const number = sumOf(sold);
    return first ? [{ ...first, id, label: first.whole?.label ?? first.label, sold, number }] : [];
  });
  const chosen = wanted.filter(({ number }) => number > 0);
  const say = (label: keyof CombinationLabels, values: Record<string, string>) =>
    fillPlaceholders(labels[label], values);
  const typeName = type?.label ?? '';
  const conflicts: Conflict[] = [];
  const forbid = (rule: string, extra: string, words: string, by = 1) =>
    void (by > 0 && conflicts.push({ rule, extra, words, by }));

  for (const { id, label: extra, sold, number, most, excludes = [], ...each } of wanted) {
    const isPart = type?.includes?.includes(id) ?? false;
    if (isPart && number === 0 && sold.length > 1) {
      const choices = sold.map(({ whole }) => whole?.choice).join(', ');
      forbid(`choose ${id}`, id, say('chooseOne', { type: typeName, extra, choices }));
    }
    if (number === 0) continue;
    if (type && each.for && !each.for.includes(presentation)) {
      forbid(`for ${id}`, id, say('notForType', { extra, type: typeName }));
    }
    if (type && each.day && !isTicketFor(type.days, each.day)) {
      const day = each.day.words;
      forbid(`day ${id}`, id, say('notOnDay', { extra, day, type: typeName }));
    }
    const words = isPart
      ? say('includedOnce', { type: typeName, extra })
      : say('mostOfExtra', { extra, most: String(most) });
    forbid(`most ${id}`, id, words, number - (isPart ? 1 : most));
    for (const other of chosen.slice(chosen.findIndex((one) => one.id === id) + 1)) {
      const isExcluded = excludes.includes(other.id) || other.excludes?.includes(id);
      const both = say('excludes', { extra, other: other.label });
      if (isExcluded) forbid(`excludes ${id} ${other.id}`, other.id, both);
    }
  }
  for (const { id, label, most } of groups) {
    const members = chosen.filter(({ group }) => group === id);
    const words = say('mostOfGroup', { group: label, most: String(most) });
    forbid(
      `group ${id}`,
      members.at(-1)?.id ?? '',
      words,
      sumOf(members.flatMap(({ sold }) => sold)) - most,
    );
  }
  return conflicts;
}

/**
 * The conflicts that a change brings about. What was booked before the rules were made stays valid, and who gives up a
 * part of the own ticket does not have to choose another.
 */
export function conflictsOfChange(
  rules: Rules,
  { from, to }: { from: Combination; to: Combination },
): Conflict[] {
  const known = new Map(conflictsIn(rules, from).map(({ rule, by }) => [rule, by]));
  const isSameType = from.presentation === to.presentation;
  return conflictsIn(rules, to).filter(
    ({ rule, by }) => by > (known.get(rule) ?? 0) && !(isSameType && rule.startsWith('choose ')),
  );
}

/** The combination with the extras that its type includes; where one has choices, the person has to choose. */
export function withIncluded<C extends Combination>(
  { presentationTypes, extras }: Rules,
  combination: C,
): C {
  const { includes = [] } =
    presentationTypes.find(({ id }) => id === combination.presentation) ?? {};
  const added = extras.filter(
    ({ id, whole }) => !whole && includes.includes(id) && !combination.extras[id],
  );
  if (added.length === 0) return combination;
  const more = Object.fromEntries(added.map(({ id }) => [id, 1]));
  return { ...combination, extras: { ...combination.extras, ...more } };
}

/** Whether a type includes an extra, or the extra of a choice. */
export function isIncluded(
  { presentationTypes }: Pick<Rules, 'presentationTypes'>,
  presentation: string,
  extra: string,
): boolean {
  const type = presentationTypes.find(({ id }) => id === presentation);
  return type?.includes?.includes(extraOf(extra)) ?? false;
}

/** Whether any rule goes beyond a number for each extra. */
export function hasRules(rules: Omit<Rules, 'labels'>): boolean {
  const { presentationTypes, extras, groups = [] } = rules;
  return (
    groups.length > 0 ||
    presentationTypes.some(({ includes, days }) => includes !== undefined || days !== undefined) ||
    extras.some((extra) => extra.whole ?? extra.excludes ?? extra.for ?? extra.day)
  );
}

/** The combination without the extras that cannot be had together, and with a choice of each extra that is included. */
export function possibleCombination<C extends Combination>(rules: Rules, wanted: C): C {
  let choice = withIncluded(rules, wanted);
  for (const { id, whole } of rules.extras) {
    const isMissing =
      whole &&
      isIncluded(rules, choice.presentation, id) &&
      rules.extras.every((each) => extraOf(each.id) !== whole.id || !choice.extras[each.id]);
    if (isMissing) choice = { ...choice, extras: { ...choice.extras, [id]: 1 } };
  }
  for (;;) {
    const [conflict] = conflictsIn(rules, choice);
    if (!conflict) return choice;
    const surplus = Object.entries(choice.extras).findLast(
      ([id, count]) => count > 0 && extraOf(id) === conflict.extra,
    );
    if (!surplus) return choice;
    const [id, count] = surplus;
    choice = { ...choice, extras: { ...choice.extras, [id]: count - 1 } };
  }
}
