import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const SHUTDOWN = new URL('shutdown.ts', import.meta.url).href;

test('a process that was only suspended goes on', async () => {
  // The process runs longer than the limit, and is suspended for longer than the limit.
  const program = `
    import { watchLoop } from ${JSON.stringify(SHUTDOWN)};
    watchLoop(2000);
    console.log('stop me');
    setTimeout(() => process.exit(7), 5000);
  `;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program]);
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  setTimeout(() => child.kill('SIGCONT'), 3000);
  expect(await once(child, 'close')).toEqual([7, null]);
});

test('a stuck process is ended, unless it was started for a heap snapshot', async () => {
  const start = (stuckMs: number, ...flags: string[]) => {
    const program = `
      import { watchLoop } from ${JSON.stringify(SHUTDOWN)};
      watchLoop(200);
      setTimeout(() => {
        const until = performance.now() + ${stuckMs};
        while (performance.now() < until);
        process.exit(7);
      }, 100);
    `;
    return spawn(process.execPath, [...flags, '--input-type=module-typescript', '-e', program]);
  };
  const watched = start(60_000);
  expect(await once(watched, 'close')).toEqual([null, 'SIGKILL']);
  const unwatched = start(3000, '--heapsnapshot-signal=SIGUSR2');
  expect(await once(unwatched, 'close')).toEqual([7, null]);
});
