import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { get, post } from '#tests/support/answer.ts';
import { type SiteServer, startSite } from '#tests/support/site-server.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { freePort } from '../../scripts/free-port.ts';
import { accountOfPostgres, startPostgres } from '../../scripts/postgres.ts';
import { findPgBouncer, findPostgres } from '../../scripts/programs.ts';
import { inTransaction, openPostgresDatabase } from './database.ts';
import { isStoreAway } from './store-fault.ts';

// These tests start their own PostgreSQL, with settings that the other tests do not use.

const hasPostgres = findPostgres(process.env) !== undefined;
const servers: SiteServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(databaseUrl: string): Promise<SiteServer> {
  const server = await startSite({ DATABASE_URL: databaseUrl }, ['--calls-only']);
  servers.push(server);
  return server;
}

/** Expects that twenty people can register at the same moment and that one of them can pay. */
async function expectToServe(server: SiteServer): Promise<void> {
  const people = Array.from({ length: 20 }, () => ({ ...aPerson(), presentationType: 'POSTER' }));
  const answers = await Promise.all(
    people.map((person) => post(`${server.origin}/api/registration/register`, person)),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  const { origin } = server;
  const visitor = await aPayingVisitor(
    { origin, post: (path, body) => post(`${origin}${path}`, body) },
    'stripe',
  );
  expect((await visitor.open()).status).toBe(200);
  await visitor.pay();
  expect((await visitor.comeBack()).json).toMatchObject({ success: true });
  const orders = (await server.exportRecords()).filter(({ type }) => type === 'order');
  expect(orders).toEqual([expect.objectContaining({ state: 'CONFIRMED' })]);
  expect((await get(`${origin}/readyz`)).status).toBe(200);
}

describe.runIf(hasPostgres)('a PostgreSQL that speaks TLS', () => {
  let folder: string;
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plenary-tls-'));
    const { uid, gid = 0 } = accountOfPostgres();
    chmodSync(folder, 0o755);
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost';
    const names = ['-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', [...request.split(' '), ...names, ...files], { stdio: 'ignore' });
    if (uid !== undefined) chownSync(key, uid, gid);
    cluster = await startPostgres([
      'fsync=off',
      'ssl=on',
      `ssl_cert_file=${certificate}`,
      `ssl_key_file=${key}`,
    ]);
  });
  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (host: string, query: string) =>
    `${cluster.url.replace('127.0.0.1', host)}?sslmode=${query}`;

  test('accepts sslmode=verify-full with a known certificate', async () => {
    const url = at('localhost', `verify-full&sslrootcert=${join(folder, 'certificate.pem')}`);
    await expectToServe(await start(url));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      "select bool_and(ssl) as is_all from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'plenary'",
    );
    await client.end();
    expect(rows).toEqual([{ is_all: true }]);
  });

  test.each([
    ['is signed by nobody', 'localhost', ''],
    ['names another host', '127.0.0.1', '&sslrootcert=certificate.pem'],
  ])('is refused in one sentence if its certificate %s', async (_, host, rest) => {
    const query = `verify-full${rest.replace('certificate.pem', join(folder, 'certificate.pem'))}`;
    const refusal = await start(at(host, query)).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(refusal).toMatch(/DATABASE_URL: \S+ cannot be used \([^)]*certificate/);
    expect(refusal).not.toContain(new URL(cluster.url).password);
  });
});

describe.runIf(hasPostgres)('a PostgreSQL with a standby', () => {
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster?.stop());

  test('that goes silent is a store fault, in a transaction and in the next one', async () => {
    const db = openPostgresDatabase(cluster.url, () => undefined, 300);
    await sql`select 1`.execute(db);
    // A statement that waits for PostgreSQL, and one that is sent while it is silent.
    const sleeping = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
    const stopped = cluster.processes();
    for (const id of stopped) process.kill(id, 'SIGSTOP');
    const failed = await inTransaction(db, (tx) => sql`select 1`.execute(tx)).catch(
      (error: unknown) => error,
    );
    expect([failed, await sleeping].map(isStoreAway)).toEqual([true, true]);
    for (const id of stopped) process.kill(id, 'SIGCONT');
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });

  test('lets nobody start or write on the standby, which is away until it is promoted', async () => {
    const standby = await startPostgres(undefined, cluster.url);
    const refusal = await start(standby.url).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(refusal).toContain('DATABASE_URL leads to a PostgreSQL that only reads');
    const db = openPostgresDatabase(standby.url, () => undefined);
    const write = () => sql`create table words (word text)`.execute(db);
    expect(isStoreAway(await write().catch((error: unknown) => error))).toBe(true);
    await sql`select pg_promote()`.execute(db);
    await write();
    await db.destroy();
    await standby.stop();
  });
});

const pgBouncer = findPgBouncer(process.env);

describe.runIf(hasPostgres && pgBouncer !== undefined)(
  'a PgBouncer that pools transactions',
  () => {
    let folder: string;
    let cluster: Awaited<ReturnType<typeof startPostgres>>;
    let url: string;
    let end: () => Promise<void>;
    beforeAll(async () => {
      cluster = await startPostgres();
      folder = mkdtempSync(join(tmpdir(), 'plenary-pgbouncer-'));
      const account = accountOfPostgres();
      chmodSync(folder, 0o755);
      const to = new URL(cluster.url);
      const port = await freePort();
      writeFileSync(join(folder, 'users.txt'), `"plenary" "${to.password}"\n`);
      writeFileSync(
        join(folder, 'pgbouncer.ini'),
        `[databases]
postgres = host=127.0.0.1 port=${to.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
      );
      const child = spawn(pgBouncer ?? '', [join(folder, 'pgbouncer.ini')], {
        ...account,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const gone = once(child, 'exit');
      end = async () => {
        child.kill('SIGKILL');
        await gone;
      };
      await new Promise<void>((resolve, reject) => {
        void gone.then(() => reject(new Error('PgBouncer ended')));
        child.stderr.setEncoding('utf8').on('data', (words: string) => {
          if (words.includes('process up')) resolve();
        });
      });
      url = cluster.url.replace(`:${to.port}/`, `:${port}/`);
    });
    afterAll(async () => {
      await end?.();
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('is refused until the role has the time limits that PgBouncer drops', async () => {
      const refusal = await start(url).then(
        () => '',
        (error: unknown) => String(error),
      );
      expect(refusal).toContain('DATABASE_URL leads to a pooler that drops statement_timeout');
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      await client.query(
        "alter role plenary set statement_timeout = '8s'; alter role plenary set lock_timeout = '4s'; alter role plenary set idle_in_transaction_session_timeout = '15s'",
      );
      // PgBouncer's open connections do not have the new limits yet.
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = 'plenary'",
      );
      await client.end();
      await expectToServe(await start(url));
    });
  },
);
