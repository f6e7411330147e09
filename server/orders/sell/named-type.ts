import type { Prices } from '#contract/content.ts';
import { normalised } from '#server/identity.ts';

type PresentationType = Prices['presentationTypes'][number];

/**
 * The presentation type with a typed id or name. The name of a ticket for some days may be without them, as prices.yaml
 * has it, if no other ticket has the same one.
 */
export function findNamedType(
  { presentationTypes }: Pick<Prices, 'presentationTypes'>,
  typed: string,
): PresentationType | undefined {
  const isTyped = (name: string | undefined) =>
    name !== undefined && normalised(name) === normalised(typed);
  const exact = presentationTypes.find(({ id, label }) => isTyped(id) || isTyped(label));
  if (exact) return exact;
  const [first, ...others] = presentationTypes.filter((type) => isTyped(type.nameWithoutDays));
  return others.length === 0 ? first : undefined;
}
