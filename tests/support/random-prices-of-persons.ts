import { DAY } from '#contract/time-spans.ts';
import { asCents } from '#contract/money.ts';
import { inTransaction } from '#server/database/database.ts';
import { insertInvitation } from '#features/invitations/invitations.ts';
import { addMembers, removeMembers } from '#features/members/members.ts';
import { claimDifferences } from '#features/proofs/claim-differences.ts';
import { planAcceptance } from '#features/proofs/decide-proofs.ts';
import { press } from './a-group.ts';
import type { Dice } from './dice.ts';
import { oneOf, serverOf, WAYS, type WeightedAct, type World } from './random-world.ts';
import { newId } from './seed.ts';

/** The membership numbers of a run, of which a visitor types one. */
export const NUMBERS = ['M0', 'M1', 'M2'] as const;

/** Prices for members, personal links, and proofs. */
export function pricesOfPersonsActs(world: World, dice: Dice): WeightedAct[] {
  return [
    [1, 'read a list of members', () => readMembers(world, dice)],
    [1, 'use a personal link twice', () => usePersonalLink(world, dice)],
    [1, 'claim differences', () => claimTwice(world)],
    [1, 'accept a proof', () => acceptProof(world, dice)],
  ];
}

async function readMembers({ server: { db, clock } }: World, dice: Dice): Promise<void> {
  const now = clock.now().toISOString();
  await inTransaction(db, async (tx) => {
    if (dice(4) === 0) await removeMembers(tx);
    await addMembers(
      tx,
      NUMBERS.map((number) => ({ number })),
      { newId, now },
    );
  });
  const twice = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['member_key', ({ fn }) => fn.countAll().as('count')])
    .where('member_key', 'is not', null)
    .where('order_items.state', '=', 'booked')
    .where('orders.state', '=', 'CONFIRMED')
    .where('orders.cancelled_at', 'is', null)
    .groupBy('member_key')
    .execute();
  const places = twice.map(({ count }) => Number(count));
  if (places.some((count) => count > 1)) throw new Error('a member has two places');
}

async function usePersonalLink(world: World, dice: Dice): Promise<void> {
  const { server, beside } = world;
  const { name, email, phone, country, ...rest } = oneOf(dice, world.people) ?? world.newcomer();
  const cents = [0, 12_345][dice(2)] ?? 0;
  const now = server.clock.now();
  const token = newId();
  await inTransaction(server.db, (tx) =>
    insertInvitation(tx, {
      language: 'en',
      id: newId(),
      token,
      name,
      email,
      presentation: 'listener',
      unitCents: asCents(cents),
      note: '',
      lapsesAt: new Date(now.getTime() + 3 * DAY).toISOString(),
      invitedBy: 'office',
      withdrawnAt: undefined,
      orderId: undefined,
      createdAt: now.toISOString(),
    }),
  );
  const page = await (await fetch(`${server.origin}/invitation/${token}`)).text();
  const [, total = ''] = /name="total" value="(\d+)"/.exec(page) ?? [];
  const institute = rest.instituteOrUniversity;
  const answers = await Promise.all(
    [server, beside].map(({ origin }) =>
      fetch(`${origin}/invitation/${token}`, {
        method: 'POST',
        body: new URLSearchParams({ name, phone, institute, country, total }),
        redirect: 'manual',
      }),
    ),
  );
  const used = answers.filter(({ status }) => status === 303);
  if (used.length > 1) throw new Error('a personal link was used twice');
  const fault = answers.find(({ status }) => status >= 500 && status !== 503);
  if (fault) throw new Error(`answered ${fault.status}: ${await fault.text()}`);
  const own = used[0]?.headers.get('location');
  if (!own || cents === 0) return;
  const answer = await press(serverOf(world, dice), `${own}/pay`, oneOf(dice, WAYS) ?? 'card');
  const url = answer.headers.get('location') ?? '';
  if (url.startsWith('http')) world.urls.push(url);
}

async function claimTwice({ server, beside }: World): Promise<void> {
  await Promise.all([server, beside].map(({ organising }) => claimDifferences(organising)));
}

async function acceptProof({ server }: World, dice: Dice): Promise<void> {
  const rows = await server.db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('participants', 'participants.id', 'order_items.participant_id')
    .select(['orders.reference', 'participants.email'])
    .where('order_items.item', '=', 'student')
    .where('orders.state', '=', 'CONFIRMED')
    .orderBy('orders.created_at')
    .execute();
  const one = oneOf(dice, rows);
  if (!one) return;
  const plan = await planAcceptance(server.organising, {
    reference: one.reference,
    who: one.email,
  });
  await plan.perform();
}
