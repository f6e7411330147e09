import { countryOf } from '#contract/countries.ts';
import { hasWords, isSameName, searchable, searchWords } from '#contract/person-name.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { normalised } from '#server/identity.ts';
import { isCancelled, listGroups } from '#server/orders/orders.ts';
import { findReference } from './find-reference.ts';
import { type ListedParticipant, participantsIn } from '#server/reports/list-participants.ts';

/** Somebody who did not register, but sent an abstract, or pays for others. */
type Other = Pick<
  ListedParticipant,
  'reference' | 'name' | 'email' | 'phone' | 'institute' | 'country'
> & { kind: 'abstract' | 'payer'; state: string };

/** `sameAddress` names the others who registered with the same mail address. */
export type Found = (ListedParticipant | Other) & { sameAddress: string[] };

/**
 * Everybody who has a text, in whichever spelling, in the name, mail address, telephone number, institute or reference, or
 * whose order is behind it: the id of a payment, refund or dispute, the number of an invoice.
 */
export async function findPeople(db: Db, text: string): Promise<Found[]> {
  const words = searchWords(text);
  const behind = await findReference(db, text);
  const isAbout = ({ name, email, phone, institute, reference = '' }: ListedParticipant | Other) =>
    (behind !== undefined && reference === behind) ||
    [name, email, phone, institute, reference].some((field) => hasWords(searchable(field), words));
  const found: ListedParticipant[] = [];
  const namesByAddress = new Map<string, string[]>();
  for await (const page of participantsIn(db)) {
    found.push(...page.filter(isAbout));
    for (const { name, email, state } of page) {
      if (state === 'CANCELLED') continue;
      const names = namesByAddress.get(normalised(email)) ?? [];
      if (names.some((other) => isSameName(other, name))) continue;
      namesByAddress.set(normalised(email), [...names, name]);
    }
  }
  const payers = (await listGroups(db)).map((order): Other => ({
    kind: 'payer',
    reference: order.reference,
    state: isCancelled(order) ? 'CANCELLED' : order.state,
    ...order.customer,
    country: countryOf(order.customer.country),
  }));
  const authors = (await listAbstracts(db)).map(
    ({ reference, state, name, email, phone, organizationName: institute, country }): Other => ({
      kind: 'abstract',
      reference,
      state,
      name,
      email,
      phone,
      institute,
      country,
    }),
  );
  return [...found, ...payers.filter(isAbout), ...authors.filter(isAbout)].map((one) => {
    const names = namesByAddress.get(normalised(one.email)) ?? [];
    return { ...one, sameAddress: names.filter((name) => !isSameName(name, one.name)) };
  });
}
