import { countryOf } from '#contract/countries.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { normalised } from '#server/identity.ts';
import { listOrders } from '#server/payments/orders.ts';
import { type Participant, participantsIn } from './participants.ts';

/** Somebody who did not register, but sent an abstract, or pays for others. */
type Other = Pick<
  Participant,
  'reference' | 'name' | 'email' | 'phone' | 'institute' | 'country'
> & { kind: 'abstract' | 'payer'; state: string };

export type Found = Participant | Other;

/** Everybody who has a text, with or without accents, in the name, mail address, telephone number, institute or reference. */
export async function findPeople(db: Db, text: string): Promise<Found[]> {
  const wanted = searchable(text);
  const isAbout = ({ name, email, phone, institute, reference = '' }: Found) =>
    [name, email, phone, institute, reference].some((field) => searchable(field).includes(wanted));
  const found: Found[] = [];
  for await (const page of participantsIn(db)) found.push(...page.filter(isAbout));
  const payers = (await listOrders(db, { kind: 'group' })).map(
    ({ reference, state, customer }): Other => ({
      kind: 'payer',
      reference,
      state,
      ...customer,
      country: countryOf(customer.country),
    }),
  );
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
  return [...found, ...payers.filter(isAbout), ...authors.filter(isAbout)];
}

/** Without accents, which whoever searches may not type: "muller" finds Müller. */
function searchable(text: string): string {
  return normalised(text).normalize('NFD').replace(/\p{M}/gu, '');
}
