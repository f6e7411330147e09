import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { openSqliteDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startDashboardWith, openedIn } from '#tests/support/dashboard-client.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { withCommandContext } from '../command-context.ts';

let folder: string;
beforeEach(async () => {
  folder = testFolder();
  cpSync('tests/support/content', join(folder, 'content'), { recursive: true });
  const db = openSqliteDatabase(join(folder, 'plenary.sqlite'));
  await migrate(db);
  await db.destroy();
  vi.stubEnv('DATABASE_URL', undefined);
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('CONTENT_DIR', join(folder, 'content'));
});

test('an open dashboard makes plans from the present files of the conference’s folder', async () => {
  const prices = join(folder, 'content', 'prices.yaml');
  await withCommandContext(async (context) => {
    const dashboard = await startDashboardWith(context);
    const organiser = await openedIn(dashboard);
    const plan = async () => {
      const request = { kind: 'extra:excursion', limit: '20' };
      return (await organiser.tell('/plan', { action: 'places', request })).json;
    };
    expect(await plan()).toMatchObject({ message: expect.stringContaining('excursion') });
    const excursion = { id: 'excursion', label: 'Excursion', price: 10, places: 9 };
    editContent(prices, [[['extras'], [excursion]]]);
    expect(await plan()).toMatchObject({ words: [expect.stringContaining('the limit is 9')] });
    writeFileSync(prices, 'currency: nothing');
    expect(await plan()).toMatchObject({ message: expect.stringContaining('prices.yaml') });
    await dashboard.close();
  });
});
