/**
 * Runs every comparison one after the other and prints their tables; about ten minutes on two idle cores.
 *
 *     npm run bench
 */
import { spawnSync } from 'node:child_process';

const measurements = ['static-pages', 'registrations', 'growth', 'footprint'];
const missed = measurements.filter((name) => {
  console.log(`\n## ${name}\n`);
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`], { stdio: 'inherit' });
  return status !== 0;
});
console.log(
  missed.length === 0 ? '\nEvery measurement met its bars.' : `\nSee: ${missed.join(', ')}.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
