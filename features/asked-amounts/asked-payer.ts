import * as z from 'zod/mini';
import { person as personFields } from '#contract/person.ts';
import { isSameName } from '#contract/person-name.ts';
import type { Db } from '#server/database/database.ts';
import { normalised } from '#server/identity.ts';
import { ActionImpossible, NotUnderstood } from '#server/operations/plan.ts';
import { peopleOf } from '#server/orders/rows/find-booked.ts';
import type { Customer, Order } from '#server/orders/rows/orders.ts';
import { findParticipantsWith, isErased } from '#server/orders/rows/participants.ts';
import { typedCountry } from '#server/orders/sell/typed-country.ts';

/** The payer as an organiser types it; absent entries are those of a person who is known with the address. */
type TypedPayer = {
  email: string;
  name?: string | undefined;
  institute?: string | undefined;
  country?: string | undefined;
};

const Payer = z.object({
  name: personFields.name,
  institute: z.union([z.literal(''), personFields.instituteOrUniversity]),
  country: z.union([z.literal(''), personFields.country]),
});

/** The payer: what is typed, and for the rest the one person whom this address is known for. */
export async function askedPayer(
  db: Db,
  typed: TypedPayer & { about: Order | undefined },
): Promise<Customer> {
  const { email } = typed;
  const known = await knownAt(db, typed);
  const name = typed.name ?? known?.name;
  if (name === undefined) {
    throw new ActionImpossible(
      `Please add the name of the payer: nobody, or more than one person, is known with ${email}.`,
      {
        remedy: 'name',
      },
    );
  }
  // Other entries of a known person belong to this name only.
  const same = known && isSameName(known.name, name) ? known : undefined;
  const { data } = z.safeParse(Payer, {
    name,
    institute: typed.institute ?? same?.institute ?? '',
    country: typed.country ?? same?.country ?? '',
  });
  if (!data) {
    throw new NotUnderstood('The payer cannot be used: please check name, institute and country.');
  }
  const country = data.country === '' ? '' : typedCountry(data.country);
  return { ...data, country, email, phone: '' };
}

/** The one person who is known with a mail address: of the order that the amount is about, or of a registration. */
async function knownAt(
  db: Db,
  { email, about }: { email: string; about: Order | undefined },
): Promise<Pick<Customer, 'name' | 'institute' | 'country'> | undefined> {
  const named = about ? [about.customer, ...(await peopleOf(db, about))] : [];
  const ofOrder = named.filter((one) => normalised(one.email) === normalised(email));
  const all = ofOrder.length > 0 ? ofOrder : await findParticipantsWith(db, email);
  const [first, ...others] = all.filter((one) => !isErased(one));
  return others.every(({ name }) => first && isSameName(name, first.name)) ? first : undefined;
}
