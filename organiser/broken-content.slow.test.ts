import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { aPerson } from '#tests/support/visitor.ts';

/** The folder of a server that started before somebody made a mistake in the folder of the conference. */
const folder = testFolder();
let env: NodeJS.ProcessEnv;
let end: () => Promise<unknown>;
const person = aPerson();

beforeAll(async () => {
  const content = join(folder, 'summit');
  cpSync(fixtureSettings.CONTENT_DIR, content, { recursive: true });
  const settings = { PORT: '0', DATA_DIR: join(folder, 'data'), CONTENT_DIR: content };
  env = { ...process.env, ...settings, DATABASE_URL: '' };
  const child = spawn(process.execPath, ['scripts/run-program.mjs', 'server', '--calls-only'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  let origin = '';
  for await (const line of createInterface({ input: child.stdout })) {
    origin ||= /Site +(http:\S+)/.exec(line)?.[1] ?? '';
    if (line.includes('Payments')) break;
  }
  const register = () =>
    fetch(`${origin}/api/registration/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, presentationType: 'SPEAKER' }),
    });
  // A server that has just started on a crowded machine may ask the visitor to try again.
  await vi.waitFor(async () => expect((await register()).status).toBe(200), { timeout: 60_000 });
  appendFileSync(join(content, 'agenda.yaml'), '\nno such key: 1\n');
});
afterAll(async () => {
  await end();
});

type Result = { code?: number; stdout: string; stderr: string };

function organiser(...args: string[]): Promise<Result> {
  const run = promisify(execFile)(
    process.execPath,
    ['scripts/run-program.mjs', 'organiser', ...args],
    { env },
  );
  return run.catch((error: Result) => error);
}

test.each([
  [['find', person.email], person.name],
  [['mails', '--hold', '--yes'], 'On hold.'],
  [['status'], 'registrations   1'],
  [['log'], 'all on hold'],
  [['person', 'export', person.email], person.name],
])(
  '%j works during a mistake in the conference’s folder, and prints a warning',
  async (args, says) => {
    const { code, stdout, stderr } = await organiser(...args);
    expect([code, stderr]).toEqual([undefined, expect.stringContaining('summit/agenda.yaml:')]);
    expect(stderr).toContain('commands use the files with which the server started');
    expect(stdout).toContain(says);
  },
);

test('doctor reports that no server can start with the folder, and names the mistake', async () => {
  const { code, stdout } = await organiser('doctor', '--quiet');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^attention +no server can start with CONTENT_DIR: .*summit\/agenda\.yaml:/m,
  );
  expect(stdout).not.toContain('no server runs');
});
