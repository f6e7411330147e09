import { expect, test } from 'vitest';
import { readersOf } from '#features/letters/letter-readers.ts';
import { inTransaction } from '#server/database/database.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { withSessions } from '#tests/support/with-sessions.ts';
import { addSignUp } from './sign-ups.ts';

test('letters reach those with a place in a session, or those who wait for one', async () => {
  const server = await startTestSite({ content: withSessions() });
  const people = [await server.paidRegistration(), await server.paidRegistration()] as const;
  const [placed, waits] = people;
  await server.paidRegistration();
  await inTransaction(server.db, async (tx) => {
    for (const [at, { order }] of people.entries()) {
      const [participantId = ''] = order.participantIds;
      const state = at === 0 ? 'SIGNED_UP' : 'WAITING';
      const about = {
        id: `s${at}`,
        session: 'castle',
        participantId,
        turn: at + 1,
        state,
      } as const;
      await addSignUp(tx, about, '2026-05-01T00:00:00.000Z');
    }
  });
  const reached = async (selection: string) =>
    (await readersOf(server.organising, selection)).map(({ email }) => email);
  expect(await reached('place=castle')).toEqual([placed.person.email]);
  expect(await reached('waiting=Walk to the castle')).toEqual([waits.person.email]);
  expect(await reached('paid, not place=castle, not waiting=castle')).toHaveLength(1);
  await expect(reached('place=dinner')).rejects.toThrow('place=dinner');
  expect(await server.organise('show', waits.reference)).toMatch(/castle.* waits/);
});
