import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { inOnePage } from './pages.ts';

test('a short list is by its moment, whatever the order in which it is read, and rows without one are oldest', async () => {
  const { db, close } = await createTestDatabase();
  const rows = [
    { at: '2026-05-02' },
    { at: undefined },
    { at: '2026-05-01' },
    { at: '2026-05-03' },
  ];
  const { count, pages } = inOnePage(
    async () => rows,
    ({ at }) => at,
  );
  const days = async (direction?: 'asc' | 'desc') =>
    (await Array.fromAsync(pages(db, { ...(direction && { direction }) })))
      .flat()
      .map(({ at }) => at);
  const byDay = [undefined, '2026-05-01', '2026-05-02', '2026-05-03'];
  expect(await days()).toEqual(byDay);
  expect(await days('desc')).toEqual(byDay.toReversed());
  expect(await count(db)).toBe(4);
  await close();
});
