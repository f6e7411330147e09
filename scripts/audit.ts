import { spawnSync } from 'node:child_process';
import { readAudit } from './read-audit.ts';

/**
 * `npm run audit`: asks the registry for known vulnerabilities, high and critical ones, in the packages that run. It is no
 * part of `npm test`, which must not depend on another service. Exit code 0: none; 1: some; 2: no answer.
 */
const words = ['audit', '--omit=dev', '--audit-level=high', '--json'];
const { stdout } = spawnSync('npm', words, { encoding: 'utf8', timeout: 60_000 });
const audit = readAudit(stdout ?? '');
if (audit.kind === 'clean') {
  console.log('No package that runs has a known high or critical vulnerability.');
} else if (audit.kind === 'holes') {
  for (const line of audit.lines) console.error(line);
  process.exitCode = 1;
} else {
  console.error(`NOT KNOWN: the registry could not be asked for holes (${audit.why}).`);
  process.exitCode = 2;
}
