import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { readEnv } from '#server/config/env.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';

test('500 contributions are in the agenda within seconds', async () => {
  const server = await startTestSite();
  const folder = testFolder();
  try {
    cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
    await fill(server, 500);
    const context = { ...testContext(server), env: readEnv({ CONTENT_DIR: folder }) };
    const begin = performance.now();
    expect(await organise(context, 'agenda', '--yes')).toContain('500 new');
    const first = performance.now() - begin;
    expect(await organise(context, 'agenda', '--yes')).toContain('500 unchanged');
    const second = performance.now() - begin - first;
    expect(
      readFileSync(join(folder, 'agenda.yaml'), 'utf8').match(/abstract: AB26-/g),
    ).toHaveLength(500);
    expect(first).toBeLessThan(20_000);
    expect(second).toBeLessThan(20_000);
  } finally {
    rmSync(folder, { recursive: true });
    await server.close();
  }
});

/** Talks of twenty minutes in ten rooms on two days, without files. */
async function fill({ db }: Awaited<ReturnType<typeof startTestSite>>, count: number) {
  const at = '2026-01-01T00:00:00.000Z';
  const two = (number: number) => String(number).padStart(2, '0');
  const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  for (let nth = 0; nth < count; nth += 1) {
    const id = `abstract-${nth}`;
    const name = `Ada Kowalska ${nth}`;
    await db
      .insertInto('abstracts')
      .values({
        id,
        dedupe_key: id,
        reference: `AB26-${nth}`,
        token: id,
        title_prefix: 'Dr',
        name,
        phone: '+49',
        email: `${id}@lab.example`,
        organization: 'Lab',
        country: 'Poland',
        language: 'en',
        search_text: '',
        interest_area_id: 'x',
        session_id: 'smart-polymers',
        file_id: id,
        title: `Chains, part ${nth}`,
        created_at: at,
      })
      .execute();
    await db
      .insertInto('abstract_files')
      .values({
        id,
        abstract_id: id,
        kind: 'submitted',
        file_name: 'a.pdf',
        bytes: 1,
        sha256: id,
        file_key: id,
        file_store: 'folder',
        created_at: at,
        actor: 'author',
        scan_due_at: at,
      })
      .execute();
    const start = 9 * 60 + 30 + 20 * (Math.floor(nth / 20) % 40);
    await db
      .insertInto('decisions')
      .values({
        abstract_id: id,
        outcome: 'ACCEPTED',
        presentation: 'Talk',
        decided_at: at,
        day: nth % 2 === 0 ? '2026-05-29' : '2026-05-30',
        room: `Hall ${nth % 20}`,
        starts: clock(start),
        ends: clock(start + 20),
      })
      .execute();
  }
}
