import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, isFree } from './free-port.ts';

/** `npm run dev`: the pages from the router's own server, the calls from ours; both follow every change. */
const port = Number(process.env['PORT'] || 3000);
const site = process.env['PUBLIC_BASE_URL'] || `http://localhost:${port}`;
if (!(await isFree(port))) {
  console.error(
    `PORT ${port} is taken by another program: stop it, or choose another with PORT=3001 npm run dev.`,
  );
  process.exit(1);
}
console.log(`
  Open ${site} as soon as both of these are up. A change of a page shows at once,
  a change of the server or of content/ starts the server again. Ctrl-C ends both.
`);

const apiPort = await freePort();
const env = { ...process.env, NODE_ENV: 'development', API_PORT: String(apiPort) };
const pages = start(['node_modules/.bin/react-router', 'dev', '--port', String(port)], env);
const watched = ['server', 'contract', 'content', 'sandbox'].map((path) => `--watch-path=${path}`);
const server = start([...watched, '--watch-preserve-output', 'server/main.ts', '--calls-only'], {
  ...env,
  PORT: String(apiPort),
  // Payers come back to the pages, and not to a port that only this script knows.
  PUBLIC_BASE_URL: site,
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopBoth);
await Promise.race([once(pages, 'exit'), once(server, 'exit')]);
stopBoth();
await Promise.all([gone(pages), gone(server)]);

function start(args: string[], variables: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { stdio: 'inherit', env: variables });
}

function stopBoth(): void {
  for (const child of [pages, server]) child.kill('SIGTERM');
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
