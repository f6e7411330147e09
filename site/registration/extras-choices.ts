import { none } from 'content:labels/registration';
import { conflictsIn, conflictsOfChange, isIncluded } from '#contract/content/combinations.ts';
import type { Offer } from './offer.ts';

/** An option of a field: the number of each extra that it stands for, and whether it can be chosen now. */
export type ExtraOption = { value: string; counts: readonly number[]; isPossible: boolean };

/** A field of the form for an extra, or for one of its choices. */
export type ExtraField = {
  id: string;
  /** The position of its first extra in the offer. */
  at: number;
  label: string;
  hint: string;
  chosen: string;
  options: (ExtraOption & { label: string })[];
  /** The reason why some options cannot be chosen. */
  reason: string | undefined;
  /** The rule that the chosen option breaks. */
  error: string | undefined;
  /** The sentence in place of the field, if the type includes the extra. */
  included: string | undefined;
};

type Chosen = { type: string; counts: readonly number[] };

/** The fields of the extras: an extra with choices of which one person has one is one field, otherwise one for each choice. */
export function extraFields(offer: Offer, chosen: Chosen): ExtraField[] {
  const { extras, rules } = offer;
  const counted = { ...chosen, counts: extras.map((_, at) => chosen.counts[at] ?? 0) };
  return extras.flatMap(({ id, label, hint, most }, at): ExtraField[] => {
    const whole = rules?.extras[at]?.whole;
    const isFree = rules !== undefined && isIncluded(rules, chosen.type, id);
    if (!whole || (most > 1 && !isFree)) {
      const numbers = isFree ? [1] : Array.from({ length: most + 1 }, (_, count) => count);
      const options = numbers.map((count) => ({
        value: String(count),
        label: count === 0 ? none : String(count),
        counts: counted.counts.with(at, count),
      }));
      const field = fieldOf(offer, counted, { id, at, label, hint, options });
      const included = rules?.labels.included.replace('{extra}', label);
      return [{ ...field, included: isFree ? included : undefined }];
    }
    const members = extras.flatMap((_, nth) =>
      rules?.extras[nth]?.whole?.id === whole.id ? [nth] : [],
    );
    if (members[0] !== at) return [];
    const without = counted.counts.map((count, nth) => (members.includes(nth) ? 0 : count));
    const options = [
      { value: '', label: rules?.labels.none ?? none, counts: without },
      ...members.map((nth) => ({
        value: extras[nth]?.id ?? '',
        label: rules?.extras[nth]?.whole?.choice ?? '',
        counts: without.with(nth, 1),
      })),
    ];
    const name = isFree ? rules?.labels.included.replace('{extra}', whole.label) : undefined;
    const field = { id: whole.id, at, label: name ?? whole.label, hint: isFree ? '' : hint };
    return [fieldOf(offer, counted, { ...field, options })];
  });
}

function fieldOf(
  { rules, extras }: Offer,
  { type, counts }: Chosen,
  field: Pick<ExtraField, 'id' | 'at' | 'label' | 'hint'> & {
    options: Omit<ExtraField['options'][number], 'isPossible'>[];
  },
): ExtraField {
  const combined = (of: readonly number[]) => ({
    presentation: type,
    extras: Object.fromEntries(extras.map(({ id }, at) => [id, of[at] ?? 0])),
  });
  const isChosen = (option: { counts: readonly number[] }) =>
    option.counts.join() === counts.join();
  const nothing = field.options[0]?.counts ?? counts;
  const conflictsOf = (option: { counts: readonly number[] }) =>
    rules && option.counts !== nothing
      ? conflictsOfChange(rules, { from: combined(nothing), to: combined(option.counts) })
      : [];
  const options = field.options.map((option) => {
    const conflicts = conflictsOf(option);
    return { ...option, conflicts, isPossible: conflicts.length === 0 };
  });
  const chosen = options.find(isChosen) ?? options[0];
  const ownConflicts = rules ? conflictsIn(rules, combined(counts)) : [];
  return {
    ...field,
    options,
    chosen: chosen?.value ?? '',
    reason: options.flatMap(({ conflicts }) => conflicts)[0]?.words,
    error:
      chosen?.conflicts[0]?.words ?? ownConflicts.find(({ extra }) => extra === field.id)?.words,
    included: undefined,
  };
}
