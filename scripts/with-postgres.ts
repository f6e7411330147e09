import { spawn } from 'node:child_process';
import { startPostgres } from './postgres.ts';

/** Runs a command beside a PostgreSQL of its own: `npm run with-postgres -- npm start`. */
const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('Say what to run: npm run with-postgres -- npm start');
  process.exit(2);
}

// A terminal signals both processes; the command decides when to end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child?.kill(signal));

const postgres = await startPostgres();
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: postgres.url, TEST_DATABASE_URL: postgres.url },
});
child.on('close', async (code) => {
  await postgres.stop();
  process.exit(code ?? 1);
});
