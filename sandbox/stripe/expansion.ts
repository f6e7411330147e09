/** Dotted paths to expand, for example `payment_intent` and `payment_intent.latest_charge`. */
export type Expansion = ReadonlySet<string>;

export const nothing: Expansion = new Set();

/** What is left to expand inside one property. */
export function within(expansion: Expansion, property: string): Expansion {
  const prefix = `${property}.`;
  return new Set(
    [...expansion]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length)),
  );
}
