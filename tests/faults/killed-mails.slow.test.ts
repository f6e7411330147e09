import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Db, inTransaction, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { letterKinds, type MailKind, urgentKinds } from '#server/mail/mail-kinds.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { newId } from '#tests/support/seed.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startTestMailServer } from '#tests/support/test-mail-server.ts';

let close: () => Promise<unknown> = async () => undefined;
afterEach(() => close());

/** The tables of a server that has not started yet. */
async function tables() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-killed-'));
  const database = await createTestDatabase();
  const { url } = database;
  const db = openDatabase({ url, dataDir, log: () => undefined });
  await migrate(db);
  return { db, url: url ?? '', dataDir, free: () => Promise.all([db.destroy(), database.close()]) };
}

/** Mails of the last rank were written first, and mails about money last. */
const last = letterKinds().slice(0, 1);
const kinds = [...last, 'registration-received', 'payment-confirmed'] as MailKind[];

async function postThreeOfEach(db: Db): Promise<void> {
  const { palette: colours } = fixtureContent.conference.looks;
  for (const [at, kind] of kinds.flatMap((each) => [each, each, each]).entries()) {
    const paragraphs = ['Hello'];
    const template = { language: 'en', colours, heading: kind, paragraphs, facts: [] };
    const message = {
      key: `${kind}:${at}`,
      kind,
      recipient: `reader-${at}@lab.example`,
      subject: kind,
      template: { ...template, closing: 'Bye', signature: ['Summit'] },
    };
    await inTransaction(db, (tx) =>
      postMessages(tx, { newId, clock: () => new Date(at) }, message),
    );
  }
}

function rankOf(text: string): number {
  const kind = /^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? '';
  if (urgentKinds().includes(kind)) return 0;
  return letterKinds().includes(kind) ? 2 : 1;
}

test('three mails in flight when a server is killed go out again with the same Message-ID, and every other mail once', async () => {
  const { db, url, dataDir, free } = await tables();
  const mailServer = await startTestMailServer();
  close = () => mailServer.close().then(free);
  await postThreeOfEach(db);
  // The worst moment: the mail server has the mail, and the server does not know it.
  mailServer.mood('falls-silent');
  const server = await startServerProcess(
    {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PUBLIC_BASE_URL: 'http://localhost',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.settings.port),
      SMTP_TLS: 'off',
    },
    ['--calls-only'],
  );
  close = () => Promise.all([server.close(), mailServer.close()]).then(free);
  const unsent = () =>
    db.selectFrom('outbox').select(['id', 'attempts']).where('sent_at', 'is', null).execute();
  const arrived = () =>
    mailServer.taken.map(({ text }) => /^Message-ID: *<([^@]+)@/im.exec(text)?.[1] ?? '');
  await expect.poll(arrived).toHaveLength(3);
  await server.kill();
  const inFlight = arrived();
  expect(mailServer.taken.map(({ text }) => rankOf(text))).toEqual([0, 0, 0]);
  const tried = (await unsent()).filter(({ attempts }) => attempts === 1).map(({ id }) => id);
  expect(tried.toSorted()).toEqual(inFlight.toSorted());

  mailServer.mood('takes');
  // The leases of the killed server would end after two minutes.
  await db
    .updateTable('outbox')
    .set({ lease_until: new Date(0).toISOString() })
    .execute();
  await server.start();
  await expect.poll(unsent).toEqual([]);
  const later = arrived().slice(3);
  expect(new Set(later).size).toBe(3 * kinds.length);
  expect(later).toHaveLength(3 * kinds.length);
  expect(later).toEqual(expect.arrayContaining(inFlight));
  // Three go out at once, so a mail may overtake those that left with it, and no other.
  const ranks = mailServer.taken.slice(3).map(({ text }) => rankOf(text));
  for (const [at, rank] of ranks.entries()) {
    expect(Math.min(2, ...ranks.slice(at + 3))).toBeGreaterThanOrEqual(rank);
  }
});
