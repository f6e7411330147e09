/**
 * Clones the committed state of this project into an empty folder, and measures the time from `git clone` until
 * `npm start` answers with the home page.
 *
 *     npm run measure -- first-start
 *
 * npm reads packages from its cache, or else from the registry: then the connection is measured too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import { closeWith, report } from './figures.ts';

const LONGEST_MS = 180_000;
const folder = mkdtempSync(join(tmpdir(), 'plenary-first-start-'));
const project = join(folder, 'plenary');
const port = String(await freePort());
const began = performance.now();
execFileSync('git', ['clone', '--quiet', '.', project]);
const { DATA_DIR: _, CONTENT_DIR: __, DATABASE_URL: ___, ...others } = process.env;
const env = { ...others, PORT: port, HOST: '127.0.0.1' };
// A group of its own, because npm does not pass on every signal.
const child = spawn('npm', ['start'], { cwd: project, env, stdio: 'ignore', detached: true });
try {
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() - began > LONGEST_MS) {
      throw new Error('npm start did not serve the home page');
    }
    await pause(20);
  }
  report('a bare clone until its first page, s', (performance.now() - began) / 1000, { most: 20 });
} finally {
  const gone = once(child, 'exit');
  if (child.pid !== undefined && child.exitCode === null) {
    process.kill(-child.pid, 'SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
closeWith();

async function answers(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  return answer?.ok === true;
}
