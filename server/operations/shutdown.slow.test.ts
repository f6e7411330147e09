import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const SHUTDOWN = new URL('shutdown.ts', import.meta.url).href;

test('a process whose event loop is stuck is ended, and says so', async () => {
  const { signal, words } = await run(`
    watchLoop(300);
    setTimeout(() => { for (;;); }, 50);
  `);
  expect(signal).toBe('SIGKILL');
  expect(JSON.parse(words)).toMatchObject({ level: 'fatal' });
});

test('one that goes on beating, or was stopped as a whole, goes on', async () => {
  // It outlives the limit by far; its pauses, and the stop aside, are far shorter.
  const { code, signal } = await run(
    `
    watchLoop(2000);
    console.log('stop me');
    setTimeout(() => process.exit(7), 5000);
  `,
    (child) => {
      child.kill('SIGSTOP');
      setTimeout(() => child.kill('SIGCONT'), 3000);
    },
  );
  expect({ code, signal }).toEqual({ code: 7, signal: null });
});

test.each([
  ['a fault', `setTimeout(() => { throw new Error('lost') }, 10)`],
  ['a promise', `void Promise.reject(new Error('lost'))`],
])('%s that nobody catches ends the process, with its reason', async (_, code) => {
  const ended = await run(`
    endOnUncaught((error, message) => { console.error(message, error.message); process.exit(BROKEN) });
    ${code};
    setInterval(() => undefined, 1000);
  `);
  expect(ended).toMatchObject({ code: 70, words: expect.stringContaining('lost') });
});

async function run(code: string, onFirstWord?: (child: ReturnType<typeof spawn>) => void) {
  const program = `import { BROKEN, endOnUncaught, watchLoop } from ${JSON.stringify(SHUTDOWN)};${code}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => (words += more));
  child.stdout.once('data', () => onFirstWord?.(child));
  const [exit, signal] = await once(child, 'close');
  return { code: exit as number | null, signal: signal as string | null, words };
}
