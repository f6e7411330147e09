import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteFolders } from '#server/content/folders.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { type Settings, type SiteServer, startSite } from '#tests/support/site-server.ts';
import { sharedSettings, startTestBucket, type TestBucket } from '#tests/support/test-bucket.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { testFolder } from '#tests/support/test-folder.ts';

/** It starts four programs and builds the site three times; follow.test.ts is the short form. */
const isRun = process.env['TEST_ENGINE'] === 'postgres' && process.env['WEEKLY'] === 'on';
const root = testFolder();
let database: TestDatabase;
let bucket: TestBucket;
const running: { stop: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  bucket = await startTestBucket();
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await bucket.close();
  await database.close();
});

/** A machine with its own copy of the conference's folder and of the pages. */
function machine(name: string): Settings & { CONTENT_DIR: string; SITE_DIR: string } {
  const folders = { CONTENT_DIR: join(root, name, 'content'), SITE_DIR: join(root, name, 'site') };
  cpSync(fixtureSettings.CONTENT_DIR, folders.CONTENT_DIR, { recursive: true });
  cpSync(siteFolders(fixtureSettings).build, siteFolders(folders).build, { recursive: true });
  return { ...folders, ...sharedSettings(database, bucket) };
}

/** A dashboard beside a server, asked as its page asks. */
async function dashboardOf(site: SiteServer) {
  const { address, stop } = await site.dashboard();
  running.push({ stop });
  const { origin } = new URL(address);
  const opened = await fetch(address, { redirect: 'manual' });
  const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? [];
  const key = /key=(\w+)/.exec(opened.headers.get('location') ?? '')?.[1] ?? '';
  return async (path: string, body?: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, origin, 'x-dashboard-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, string> };
  };
}

function followOn(settings: Settings): ChildProcess {
  const child = spawn(process.execPath, ['scripts/run-program.mjs', 'organiser', 'follow'], {
    env: {
      ...fixtureSettings,
      PATH: process.env['PATH'],
      DATA_DIR: join(root, 'following'),
      ...settings,
    },
    stdio: 'ignore',
    // A kill takes its build along.
    detached: true,
  });
  running.push({ stop: () => killed(child) });
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

const LONG = { timeout: 120_000, interval: 500 };

test.runIf(isRun)(
  'a save in a dashboard reaches the server of another machine, although its follower was killed in the midst',
  async () => {
    const [here, there] = [machine('here'), machine('there')];
    const sites: [SiteServer, SiteServer] = [await startSite(here), await startSite(there)];
    running.push(...sites);
    const call = await dashboardOf(sites[0]);
    const file = join(here.CONTENT_DIR, 'prices.yaml');
    const save = async (value: string) => {
      const path = ['presentation_types', 0, 'price'];
      const change = { file: 'prices', base: readFileSync(file, 'utf8') };
      const edits = [{ do: 'set', path, value }];
      const request = { change: JSON.stringify({ ...change, edits }) };
      const { json } = await call('/plan', { action: 'content', request });
      expect((await call('/perform', { plan: json['plan'] })).status).toBe(200);
    };
    const shown = async (site: SiteServer, value: string) => {
      const answer = await fetch(`${site.origin}/conference-registration`);
      expect(answer.status).toBe(200);
      return (await answer.text()).includes(value);
    };
    await save('421.37');
    const first = followOn(there);
    const noted = () => readFileSync(join(there.CONTENT_DIR, '.saves.json'), 'utf8');
    // The new texts are written, and their pages are being built.
    await expect.poll(() => safely(noted), LONG).toContain('changing');
    await killed(first);
    expect(await shown(sites[1], '421.37')).toBe(false);
    const second = followOn(there);
    await expect.poll(() => shown(sites[1], '421.37'), LONG).toBe(true);
    await expect.poll(() => shown(sites[0], '421.37'), LONG).toBe(true);
    const state = async () => (await call('/content/publishing')).json['words'];
    await expect.poll(state, LONG).toBe('Published: visitors see it now.');
    // The other machine is off for a save, and takes it when it is back.
    await killed(second);
    await save('422.37');
    await expect.poll(() => shown(sites[0], '422.37'), LONG).toBe(true);
    await expect.poll(state, LONG).toContain('1 of 2 servers show it');
    expect(await sites[0].organiser('status')).toContain('SHOWS AN EARLIER STATE');
    // A start with these pages makes them no newer.
    await sites[1].stop();
    sites[1] = await startSite(there);
    running.push(sites[1]);
    const servers = (await sites[0].organiser('status')).match(/^server .*$/gm);
    expect(servers).toEqual([
      expect.not.stringContaining('EARLIER STATE'),
      expect.stringContaining('EARLIER STATE'),
    ]);
    followOn(there);
    await expect.poll(() => shown(sites[1], '422.37'), LONG).toBe(true);
    expect(await sites[0].organiser('status')).not.toContain('SHOWS AN EARLIER STATE');
    for (const site of sites) expect(site.output()).not.toContain('"level":"error"');
  },
  400_000,
);

function safely(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
