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
