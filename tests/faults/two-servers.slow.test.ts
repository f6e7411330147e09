import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sharedSettings, startTestBucket, type TestBucket } from '#tests/support/test-bucket.ts';
import { type Settings, type SiteServer, startSite } from '#tests/support/site-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startTestMailServer, type TestMailServer } from '#tests/support/test-mail-server.ts';
import { post } from '#tests/support/answer.ts';
import { sendMailsNow } from '#tests/support/mail-round.ts';
import { createStubProvider } from '#tests/support/stub-provider.ts';
import { aPerson } from '#tests/support/visitor.ts';

const onPostgres = process.env['TEST_ENGINE'] === 'postgres';

let database: TestDatabase;
let bucket: TestBucket;
let mailServer: TestMailServer;
const servers: SiteServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  bucket = await startTestBucket();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await mailServer?.close();
  await bucket.close();
  await database.close();
});

async function start(settings: Settings = {}): Promise<SiteServer> {
  const server = await startSite({ ...sharedSettings(database, bucket), ...settings }, [
    '--calls-only',
  ]);
  servers.push(server);
  return server;
}

/** The settings for a server on a machine with a wrong clock. */
const ahead = (ms: number) => ({
  NODE_OPTIONS: `--import=${new URL('shifted-clock.mjs', import.meta.url).href}`,
  CLOCK_AHEAD_MS: String(ms),
});

test.runIf(onPostgres)(
  'a slow mail server gets each mail once, though the clock of one of two servers is three minutes ahead',
  async () => {
    // The delay is longer than the pause between two rounds of the outbox worker.
    const onMailFrom = (_: unknown, __: unknown, done: () => void) => void setTimeout(done, 2500);
    mailServer = await startTestMailServer({ onMailFrom });
    const smtp = {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.settings.port),
      SMTP_TLS: 'off',
    };
    const [one] = await Promise.all([start(smtp), start({ ...smtp, ...ahead(3 * 60_000) })]);
    for (let person = 0; person < 2; person++) {
      const form = { ...aPerson(), presentationType: 'POSTER' };
      expect((await post(`${one?.origin}/api/registration/register`, form)).status).toBe(200);
    }
    await sendMailsNow({ dataDir: '', url: database.url });
    const unsent = () =>
      database.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
    await expect.poll(unsent).toEqual([]);
    const ids = mailServer.taken.map(({ text }) => /^message-id: *(\S+)/im.exec(text)?.[1]);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    expect(ids).toHaveLength(4);
  },
);

/** The message of a start that is refused. */
async function refusal(settings: Settings): Promise<string> {
  const error: unknown = await start(settings).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error instanceof Error ? error.message : '';
}

const inFolder = { FILES_S3_BUCKET: '', FILES_S3_ENDPOINT: '' };
const withoutKey = { FILES_S3_ACCESS_KEY_ID: '', FILES_S3_SECRET_ACCESS_KEY: '' };

test.runIf(onPostgres)(
  'a second server with a folder for files is refused, and the first server keeps its folder',
  async () => {
    const one = await start({ ...inFolder, ...withoutKey });
    expect(await refusal({ ...inFolder, ...withoutKey })).toMatch(
      /Another server \(on \S+, since \S+Z\) runs on this database and keeps the files of abstracts in the folder \w+, .*: set the same FILES_S3_BUCKET for both, or stop the other server first/,
    );
    expect(await refusal({})).toMatch(/in the bucket plenary at .*: set the same FILES_S3_BUCKET/);
    const { file_store } = await database.db
      .selectFrom('installation')
      .select('file_store')
      .executeTakeFirstOrThrow();
    expect(readdirSync(join(one.dataDir, 'files'))).toEqual(['.store-id']);
    expect(await one.organiser('installation')).toContain(file_store ?? 'no store');
    expect(await one.organiser('status')).toMatch(
      /^server +\S+, version \d\S*, since \S+ \S+, last seen \S+ \S+, files in the folder \w+$/m,
    );
    // After an orderly stop, another server may start at once.
    await one.stop();
    await start();
  },
);

test.runIf(onPostgres)('two servers send an alarm once', async () => {
  const receiver = await createStubProvider(() => ({ status: 204 }));
  const settings = { ALARM_URL: `${receiver.origin}/hook`, SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' };
  const at = new Date().toISOString();
  const mail = { id: 'm', message_key: 'm', kind: 'test', recipient: 'a@lab.example' };
  await database.db
    .insertInto('outbox')
    .values({ ...mail, payload: '{}', created_at: at, next_attempt_at: at, dead_at: at })
    .execute();
  await Promise.all([start(settings), start(settings)]);
  await expect.poll(() => receiver.asked).toHaveLength(1);
  await database.db.updateTable('leases').set({ until: at }).where('name', '=', 'alarms').execute();
  const isDone = () =>
    database.db.selectFrom('leases').select('until').where('name', '=', 'alarms').execute();
  // One of the servers has done the next round.
  await expect.poll(isDone).not.toEqual([{ until: at }]);
  expect(receiver.asked.map(({ body }) => JSON.parse(body).text)).toEqual([
    '1 mail given up; organiser mails shows them, mails --retry sends them again',
  ]);
  await receiver.close();
});
