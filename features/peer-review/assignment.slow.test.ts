import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { putBid } from './bids.ts';
import { inTransaction } from '#server/database/database.ts';
import { listReviewers } from './reviewers.ts';

const AT = '2026-01-01T00:00:00.000Z';
const HEAD = ['Name', 'Email', 'Institute', 'Conflicts', 'Sessions', 'Topics'];
const towns = ['Lodz', 'Prague', 'Kyoto', 'Turku', 'Graz', 'Porto', 'Leeds', 'Brno', 'Gent'];
const town = (nth: number) => towns[nth % towns.length] ?? '';
const { interestAreas } = fixtureContent.sessions;
const area = (nth: number) => interestAreas[nth % interestAreas.length]?.id ?? '';

/** Each reviewer is of an institute, of a mail domain and of a topic, and has one conflict. */
const reviewers = (count: number, domains: number) =>
  Array.from({ length: count }, (_, nth) => [
    `Rosa Reviewer${nth}`,
    `rosa${nth}@lab${nth % domains}.example`,
    `University of ${town(nth)}`,
    `Sender${nth}`,
    null,
    area(nth),
  ]);

/** Abstracts with one author, the last ones with two reviewers as co-authors. */
async function insertAbstracts({ db }: TestSite, count: number, domains: number) {
  const rows = Array.from({ length: count }, (_, nth) => ({
    id: `abstract-${nth}`,
    dedupe_key: `abstract-${nth}`,
    reference: `AB26-${String(nth).padStart(4, '0')}`,
    token: `abstract-${nth}`,
    title_prefix: 'Dr',
    name: `Ada Sender${nth}`,
    phone: '+49',
    email: `ada${nth}@lab${(nth * 7) % domains}.example`,
    organization: `Chemistry, University of ${town(nth * 5)}, ${nth}`,
    country: 'Poland',
    language: 'en',
    search_text: '',
    interest_area_id: area(nth * 3),
    session_id: 'smart-polymers',
    file_id: `abstract-${nth}`,
    title: `Chains, part ${nth}`,
    created_at: AT,
  }));
  for (let at = 0; at < count; at += 200) {
    await db
      .insertInto('abstracts')
      .values(rows.slice(at, at + 200))
      .execute();
    await db
      .insertInto('abstract_files')
      .values(
        rows.slice(at, at + 200).map(({ id }) => ({
          id,
          abstract_id: id,
          kind: 'submitted' as const,
          file_name: 'a.pdf',
          bytes: 1,
          sha256: id,
          file_key: id,
          file_store: 'test',
          created_at: AT,
          actor: 'author',
          scan: 'CLEAN' as const,
        })),
      )
      .execute();
  }
}

async function assignmentsIn({ db }: TestSite) {
  return db
    .selectFrom('peer_reviews')
    .innerJoin('abstracts', 'abstracts.id', 'abstract_id')
    .innerJoin('reviewers', 'reviewers.id', 'reviewer_id')
    .select(['reference', 'reviewers.name', 'reviewers.institute', 'organization'])
    .select([
      'reviewers.email as reviewer',
      'abstracts.email as sender',
      'abstracts.name as author',
    ])
    .select(['reviewers.conflicts', 'abstract_id', 'reviewer_id'])
    .execute();
}

test('80 abstracts go to 12 reviewers evenly, nobody gets a conflict, and each exclusion is named', async () => {
  const server = await startTestSite();
  await insertAbstracts(server, 80, 40);
  const path = join(testFolder(), 'reviewers.xlsx');
  await writeSheetFile(path, [HEAD, ...reviewers(12, 40)]);
  await server.organise('review', '--assign', path, '--yes');
  const all = await assignmentsIn(server);
  expect(all).toHaveLength(240);
  const loads = [...Map.groupBy(all, ({ name }) => name).values()].map(({ length }) => length);
  expect(loads).toEqual(Array.from({ length: 12 }, () => 20));
  for (const { institute, organization, reviewer, sender, author, conflicts } of all) {
    expect(organization).not.toContain(institute);
    expect(reviewer.split('@')[1]).not.toBe(sender.split('@')[1]);
    expect(author).not.toBe(`Ada ${conflicts}`);
  }

  // The list of exclusions has each pair with a conflict, and no other one.
  const people = await listReviewers(server.db);
  const abstracts = await server.db.selectFrom('abstracts').selectAll().execute();
  const expected = people.flatMap(({ name, institute, email, conflicts }) =>
    abstracts
      .filter(
        (abstract) =>
          abstract.organization.includes(institute) ||
          abstract.email.split('@')[1] === email.split('@')[1] ||
          abstract.name === `Ada ${conflicts}`,
      )
      .map(({ reference }) => `${reference}  not to ${name}`),
  );
  const said = await server.organise('review', '--exclusions');
  const lines = said.trim().split('\n');
  expect(lines.map((line) => line.split(':')[0]).toSorted()).toEqual(expected.toSorted());
  expect(lines.every((line) => line.includes('('))).toBe(true);

  // Somebody declines everything: the others share it evenly.
  const [gone] = people;
  await server.db
    .updateTable('peer_reviews')
    .set({ declined: 1, collected_at: AT })
    .where('reviewer_id', '=', gone?.id ?? '')
    .execute();
  await server.organise('review', '--more', '--yes');
  const after = await server.db
    .selectFrom('peer_reviews')
    .select(['reviewer_id', 'abstract_id'])
    .where('declined', '=', 0)
    .execute();
  expect(after).toHaveLength(240);
  const counts = [...Map.groupBy(after, (one) => one.reviewer_id).values()].map(
    ({ length }) => length,
  );
  expect(counts).toHaveLength(11);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  await server.close();
});

test('2,000 abstracts go to 100 reviewers with their topics and bids within seconds', async () => {
  const server = await startTestSite();
  await insertAbstracts(server, 2000, 300);
  const path = join(testFolder(), 'reviewers.xlsx');
  await writeSheetFile(path, [HEAD, ...reviewers(100, 300)]);
  const begin = process.cpuUsage();
  const said = await server.organise('review', '--assign', path, '--yes');
  const { user, system } = process.cpuUsage(begin);
  expect(said).toContain('New assignments: 6000.');
  // It takes 2 seconds of processor time.
  expect((user + system) / 1e6).toBeLessThan(20);
  // One reviewer has a bid for each abstract, and gets those that are wanted.
  const [first] = await listReviewers(server.db);
  await server.db.deleteFrom('peer_reviews').execute();
  await inTransaction(server.db, async (tx) => {
    for (let nth = 0; nth < 2000; nth += 1) {
      const pair = { abstractId: `abstract-${nth}`, reviewerId: first?.id ?? '' };
      await putBid(tx, pair, nth % 20 === 7 ? 'WANT' : 'AVOID', AT);
    }
  });
  await server.organise('review', '--assign', path, '--yes');
  const own = (await assignmentsIn(server)).filter(({ reviewer_id }) => reviewer_id === first?.id);
  const wished = own.filter(({ abstract_id }) => Number(abstract_id.split('-')[1]) % 20 === 7);
  expect(own).toHaveLength(60);
  expect(wished.length).toBeGreaterThan(55);
  await server.close();
});
