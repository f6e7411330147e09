import { describe, expect, test } from 'vitest';
import { planPlaces } from '#server/orders/sell/change-places.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import type { aCheckout } from '#tests/support/visitor.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;

const startWith = async (places: number) => {
  const content = { ...fixtureContent, prices: { ...fixtureContent.prices, places } };
  server = await startTestSite({ content });
};

const agreeOn = (email: string, isReal = true) =>
  server.organise('agree', email, '100.00', 'Invited speaker', ...(isReal ? ['--yes'] : []));

/** Presses Pay on the page of agreed amounts. */
function press({ email: customerEmail, ...rest }: ReturnType<typeof aPerson>) {
  const body = { ...rest, customerEmail, description: 'A guest', unitAmount: '105.00' };
  return server.post('/api/discounts/create-session', body);
}

async function pays(person: ReturnType<typeof aPerson>) {
  const { json } = await press(person);
  const ref = String(json['sessionId']);
  await server.payAt(String(json['url']));
  await server.post(`/api/discounts/update?sessionId=${ref}`);
  return (await server.recordsOf(ref)).order.reference;
}

/** Opens a checkout for a person who saw the price while places were left; returns the code of the refusal. */
async function registers({ path, body }: Awaited<ReturnType<typeof aCheckout>>) {
  return (await server.post(path, body)).json['code'];
}

const taken = async () => (await server.takenPlaces()).get('all') ?? { paid: 0, held: 0 };

describe('an agreed amount', () => {
  test('takes a place while it is being paid and after the payment, like a registration', async () => {
    await startWith(1);
    const [one, other] = [await server.aCheckout(), await server.aCheckout()];
    const guest = aPerson();
    await agreeOn(guest.email.toUpperCase());
    expect(await taken()).toEqual({ paid: 0, held: 0 });
    const { json } = await press(guest);
    expect(await taken()).toEqual({ paid: 0, held: 1 });
    expect(await registers(one)).toBe('sold-out');
    await server.payAt(String(json['url']));
    await server.post(`/api/discounts/update?sessionId=${json['sessionId']}`);
    expect(await taken()).toEqual({ paid: 1, held: 0 });
    expect(await server.organise('places')).toBe(
      'all                 1 paid, 0 reserved, 0 of 1 left (places)\n',
    );
    expect(await registers(other)).toBe('sold-out');
  });

  test('is refused with the sentence for a registration when all places are taken', async () => {
    await startWith(1);
    await server.paidRegistration();
    const guest = aPerson();
    expect(await agreeOn(guest.email)).toContain('1 of 1 places are taken: nobody can pay this');
    const { status, text } = await press(guest);
    expect(status).toBe(409);
    expect(text).toContain('All places are taken. Nothing was charged.');
    await carriedOut(planPlaces(server.organising, { kind: 'all', limit: '2' }));
    expect((await press(guest)).status).toBe(200);
  });

  test('releases its place after a cancellation or a refund', async () => {
    await startWith(1);
    const guest = aPerson();
    await agreeOn(guest.email);
    const reference = await pays(guest);
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    expect(await taken()).toEqual({ paid: 0, held: 0 });
    const other = aPerson();
    await agreeOn(other.email);
    const refunded = await pays(other);
    expect(await taken()).toEqual({ paid: 1, held: 0 });
    await carriedOut(server.planRefund({ reference: refunded }));
    expect(await taken()).toEqual({ paid: 0, held: 0 });
  });

  test('is sold to one of three guests who press at the same moment for the last place', async () => {
    await startWith(1);
    const guests = [aPerson(), aPerson(), aPerson()];
    for (const { email } of guests) await agreeOn(email);
    const answers = await Promise.all(guests.map(press));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await taken()).toEqual({ paid: 0, held: 1 });
  });
});

describe('an amount that nobody agreed to', () => {
  test('takes no place until it is agreed to', async () => {
    await startWith(2);
    const guest = aPerson();
    const reference = await pays(guest);
    expect(await taken()).toEqual({ paid: 0, held: 0 });
    expect(await agreeOn(guest.email)).toContain(`${reference} is confirmed`);
    expect(await taken()).toEqual({ paid: 1, held: 0 });
  });

  test('cannot be agreed to while all places are taken, and nothing is recorded', async () => {
    await startWith(1);
    const guest = aPerson();
    const reference = await pays(guest);
    await server.paidRegistration();
    const refusal = `All 1 places are taken, and ${reference} would take one more: raise the limit to 2 first, or refund it.`;
    for (const isReal of [false, true]) {
      await expect(agreeOn(guest.email, isReal)).rejects.toThrow(refusal);
    }
    expect(await server.db.selectFrom('agreements').selectAll().execute()).toEqual([]);
    await carriedOut(planPlaces(server.organising, { kind: 'all', limit: '2' }));
    expect(await agreeOn(guest.email)).toContain(`${reference} is confirmed`);
    expect(await taken()).toEqual({ paid: 2, held: 0 });
  });

  test('cannot be agreed to while it is being paid and the last place is taken', async () => {
    await startWith(1);
    const guest = aPerson();
    await press(guest);
    await server.paidRegistration();
    await expect(agreeOn(guest.email)).rejects.toThrow('would take one more');
  });

  test('is agreed to during other registrations, and no place is sold twice', async () => {
    await startWith(3);
    const guests = [aPerson(), aPerson(), aPerson()];
    for (const guest of guests) await pays(guest);
    const others = await Promise.all(guests.map(() => server.aCheckout()));
    await Promise.all([
      ...guests.map(({ email }) => agreeOn(email).catch(String)),
      ...others.map(registers),
    ]);
    const { paid, held } = await taken();
    expect(paid + held).toBe(3);
  });
});
