import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const SHUTDOWN = new URL('shutdown.ts', import.meta.url).href;

test('a process with a stuck event loop is killed and logs the reason', async () => {
  const { signal, words } = await run(`
    watchLoop(300);
    setTimeout(() => { for (;;); }, 50);
  `);
  expect(signal).toBe('SIGKILL');
  expect(JSON.parse(words)).toMatchObject({ level: 'fatal' });
});

test('a process that was only suspended goes on', async () => {
  // The process runs longer than the limit, and is suspended for longer than the limit.
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
  ['an error', `setTimeout(() => { throw new Error('lost') }, 10)`],
  ['a rejected promise', `void Promise.reject(new Error('lost'))`],
])('%s that nobody catches ends the process with its reason', async (_, code) => {
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
