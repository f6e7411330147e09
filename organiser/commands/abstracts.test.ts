import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { setWithdrawn } from '#server/abstract/abstracts.ts';
import { inTransaction } from '#server/database/database.ts';
import { decide, newAbstract } from '#tests/support/own-abstract.ts';
import { aDocx, aPdf } from '#tests/support/sample-files.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { saveAbstracts, zipAbstracts } from './abstracts.ts';

const server = await startTestSite();

test('the files of abstracts are saved under reference and name, and the output names a damaged file', async () => {
  const folder = join(server.files.dataDir, 'saved');
  const save = () =>
    saveAbstracts(
      server.db,
      server.files.store,
      { folder, withInfected: false },
      async () => undefined,
    );
  const first = await server.submit({ name: 'talk.pdf', bytes: aPdf(5000) });
  const second = await server.submit({ name: '../poster.docx', bytes: aDocx() });
  expect(await save()).toBe(0);
  const names = [
    `${String(first.json['reference'])} talk.pdf`,
    `${String(second.json['reference'])} poster.docx`,
  ];
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  expect(readFileSync(join(folder, names[0] ?? '')).equals(aPdf(5000))).toBe(true);

  const [key = ''] = await server.files.listStored();
  const before = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  rmSync(join(server.files.dataDir, 'files', key));
  expect(await save()).toBe(1);
  // The file that was saved earlier is now the last copy.
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toEqual(before);
  rmSync(folder, { recursive: true });
  expect(await save()).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('the output names a file with active content', async () => {
  const folder = join(server.files.dataDir, 'active');
  const bytes = Buffer.concat([aPdf(700), Buffer.from('<< /S /JavaScript /JS (x) >>')]);
  const { json } = await server.submit({ name: 'active.pdf', bytes });
  const said = await printed((print) =>
    saveAbstracts(server.db, server.files.store, { folder, withInfected: false }, print),
  );
  expect(said).toMatch(
    new RegExp(`${String(json['reference'])} active.pdf: .* ACTIVE CONTENT: JavaScript\\n`),
  );
});

test('the output names an infected file, which is saved only on request', async () => {
  const folder = join(server.files.dataDir, 'infected');
  const { json } = await server.submit({ name: 'bad.pdf', bytes: aPdf(6000, 'bad') });
  const reference = String(json['reference']);
  await server.recordScan(reference, { scan: 'INFECTED', scan_finding: 'Test.Stand-In' });
  let said = '';
  const save = (withInfected: boolean) =>
    saveAbstracts(server.db, server.files.store, { folder, withInfected }, async (line) => {
      said += line;
    });
  const brokenBefore = await save(true);
  expect(readdirSync(folder)).toContain(`${reference} bad.pdf`);
  rmSync(folder, { recursive: true });

  said = '';
  expect(await save(false)).toBe(brokenBefore + 1);
  expect(said).toContain(`${reference} bad.pdf: INFECTED with Test.Stand-In, not saved`);
  expect(readdirSync(folder)).not.toContain(`${reference} bad.pdf`);
});

test('one archive has all files and a list of them, without infected ones', async () => {
  const path = join(server.files.dataDir, 'abstracts.zip');
  const bytes = aPdf(9000, 'in the archive');
  const whole = await server.submit({ name: 'Überblick.pdf', bytes });
  const lost = await server.submit({ name: 'lost.pdf', bytes: aPdf(700, 'lost') });
  const lostReference = String(lost.json['reference']);
  const { file_key: key } = await server.db
    .selectFrom('abstracts')
    .innerJoin('abstract_files', 'abstract_files.id', 'abstracts.file_id')
    .select('file_key')
    .where('reference', '=', lostReference)
    .executeTakeFirstOrThrow();
  await server.files.store.remove(key);
  const zip = () =>
    printed((print) =>
      zipAbstracts(testContext(server), server.files.store, { path, withInfected: false }, print),
    );
  const said = await zip();
  expect(said).toContain(`${lostReference} lost.pdf: DAMAGED: it differs`);
  expect(said).toContain('bad.pdf: INFECTED with Test.Stand-In, not saved');
  const entries = unzipSync(readFileSync(path));
  const name = `${String(whole.json['reference'])} Überblick.pdf`;
  expect(Buffer.from(entries[name] ?? []).equals(bytes)).toBe(true);
  expect(Object.keys(entries).filter((each) => /lost|bad/.test(each))).toEqual([]);
  const [list] = await readExcelFile(Buffer.from(entries['list.xlsx'] ?? []));
  const listed = list?.data.slice(1).map(([reference]) => reference) ?? [];
  expect(listed).toContain(lostReference);
  const all = await server.db.selectFrom('abstracts').select('reference').execute();
  expect(listed).toHaveLength(all.length);
  await expect(zip()).rejects.toThrow('exists already');
  expect(readdirSync(server.files.dataDir).filter((each) => each.includes('.part'))).toEqual([]);
});

test('the list in the archive has the chosen abstracts alone', async () => {
  const path = join(server.files.dataDir, 'undecided.zip');
  const [chosen, decided, withdrawn] = [
    await newAbstract(server),
    await newAbstract(server),
    await newAbstract(server),
  ];
  await decide(server, decided.id, 'ACCEPTED');
  await inTransaction(server.db, (tx) => setWithdrawn(tx, withdrawn.id, '2026-01-01'));
  const choice = { path, only: 'undecided', withInfected: false } as const;
  const context = testContext(server);
  await printed((print) => zipAbstracts(context, server.files.store, choice, print));
  const entries = unzipSync(readFileSync(path));
  const [list] = await readExcelFile(Buffer.from(entries['list.xlsx'] ?? []));
  const emails = list?.data.map((row) => row[3]) ?? [];
  expect(emails).toContain(chosen.email);
  expect(emails).not.toContain(decided.email);
  expect(emails).not.toContain(withdrawn.email);
});
