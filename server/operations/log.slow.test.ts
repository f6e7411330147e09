import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const STORE_FAULT = new URL('../database/store-fault.ts', import.meta.url).href;
const LOG = new URL('log.ts', import.meta.url).href;

test('the lines of one turn of the event loop are written together, without a wait for the disk', async () => {
  const { lines, counts } = await run(`
    log.info('one');
    log.info({ n: 2 }, 'two\\nlines');
    setTimeout(() => log.info('three'), 20);
  `);
  expect(lines.map(({ msg }) => msg)).toEqual(['one', 'two\nlines', 'three']);
  expect(counts).toEqual({ writes: 2, waits: 0 });
});

test.each(['process.exit(1)', 'process.kill(process.pid, "SIGKILL")'])(
  'the reason for an end is written before %s',
  async (end) => {
    const { lines } = await run(`log.info('before'); log.fatal('the reason'); ${end};`);
    expect(lines.map(({ msg }) => msg)).toEqual(['before', 'the reason']);
  },
);

test('a log on a full disk ends no process, and its lines are written later', async () => {
  const { lines } = await run(`
    const { writeSync } = fs;
    fs.writeSync = () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    log.warn('into the full disk');
    setTimeout(() => {
      fs.writeSync = writeSync;
      log.warn('when there is room');
    }, 20);
  `);
  expect(lines.map(({ msg }) => msg)).toEqual(['into the full disk', 'when there is room']);
});

test('an error is logged with its name, message, stack and cause only', async () => {
  const { lines } = await run(`
    const error = new TypeError('lost', { cause: new Error('why') });
    log.error({ err: Object.assign(error, { input: 'ada@example.org' }) }, 'failed');
  `);
  expect(lines).toMatchObject([
    { level: 'error', msg: 'failed', err: { type: 'TypeError', cause: { message: 'why' } } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('ada@example.org');
});

test('while PostgreSQL is away the log says it once, and then once a minute with a count, without a stack', async () => {
  const { lines } = await run(`
    const { recordStoreError } = await import(${JSON.stringify(STORE_FAULT)});
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    recordStoreError(away);
    const fail = (job) => log.child({ job }).error({ err: away }, job + ' failed');
    for (const job of ['mails', 'polling', 'mails']) fail(job);
    log.error({ err: new Error('another') }, 'a fault');
    const at = performance.now();
    performance.now = () => at + 60_001;
    for (const job of ['mails', 'mails']) fail(job);
  `);
  expect(lines).toMatchObject([
    { msg: 'the database does not answer', failures: 1, why: 'connect ECONNREFUSED' },
    { msg: 'a fault', err: { stack: expect.any(String) } },
    { msg: 'the database does not answer', failures: 3, why: 'connect ECONNREFUSED' },
  ]);
  expect(lines).toHaveLength(3);
  expect(lines[0]).not.toHaveProperty('err');
});

/** The log of a program, and the number of its writes and syncs. */
async function run(code: string) {
  const program = `
    import fs from 'node:fs';
    const counts = { writes: 0, waits: 0 };
    for (const [name, counted] of [['writeSync', 'writes'], ['fsyncSync', 'waits']]) {
      const real = fs[name];
      fs[name] = (...words) => {
        counts[counted] += 1;
        return real(...words);
      };
    }
    process.on('exit', () => fs.writeFileSync(1, JSON.stringify(counts)));
    const { openLog } = await import(${JSON.stringify(LOG)});
    const log = openLog();
    ${code}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [written, counts] = await Promise.all([text(child.stderr), text(child.stdout)]);
  return {
    lines: written
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line)),
    counts: counts === '' ? undefined : JSON.parse(counts),
  };
}
