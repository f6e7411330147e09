import { findNamed, type NamedReferences, plainText } from '#contract/typed-reference.ts';
import { inParts } from '#server/database/queries.ts';
import type { Db } from '#server/database/database.ts';
import { NotUnderstood } from '#server/operations/plan.ts';

/** The references of orders and abstracts that a person has typed, pasted or scanned. */
export async function findNamedReferences(db: Db, typed: string): Promise<NamedReferences> {
  return findNamed(typed, async (spellings) => {
    const known = new Set<string>();
    for (const some of inParts(spellings)) {
      for (const table of ['orders', 'abstracts'] as const) {
        const rows = await db
          .selectFrom(table)
          .select('reference')
          .where('reference', 'in', some)
          .execute();
        for (const { reference } of rows) known.add(reference);
      }
    }
    return known;
  });
}

/** A text that names one reference, in the usual spelling; any other text as it was typed. */
export async function oneReference(db: Db, typed: string): Promise<string> {
  const { named, rest } = await findNamedReferences(db, typed);
  const [first, ...others] = named;
  if (!first || WHOLE.test(rest)) return typed.trim();
  if (others.length === 0) return first.reference + first.number;
  const all = named.map(({ reference }) => reference).join(', ');
  throw new NotUnderstood(`“${plainText(typed)}” names several references: ${all}. Name one.`);
}

const WHOLE = /\b[A-Z0-9]{2,8}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/;

/** All references in some texts. A part with a digit that is no reference stays, so that nobody overlooks a mistake. */
export async function allReferences(db: Db, typed: readonly string[]): Promise<string[]> {
  if (typed.length === 0) return [];
  const { named, rest } = await findNamedReferences(db, typed.join('\n'));
  const unknown = /\d/.test(rest) ? [rest.replaceAll(/\s+/g, ' ').trim()] : [];
  if (named.length === 0 && unknown.length === 0) return typed.map((one) => one.trim());
  return [...named.map(({ reference, number }) => reference + number), ...unknown];
}
