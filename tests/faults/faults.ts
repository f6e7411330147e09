/**
 * Causes one fault after the other and observes what visitors see. Prints a line for each fault: what was done, what was
 * seen. Fails when the server does not tolerate one as docs/threat-model.md says; a fault that this machine cannot have is
 * skipped, with the reason.
 *
 *     npm run test:faults -- [a part of a fault's name]
 *
 * It needs Linux, for the database a PostgreSQL on the machine, for the full disk root, for the power loss strace. All of
 * it takes about seven minutes.
 */
import { Skipped } from './fault.ts';
import { processFaults } from './process-faults.ts';
import { providerFaults } from './provider-faults.ts';
import { storeFaults } from './store-faults.ts';

const [part = ''] = process.argv.slice(2);
const all = [...storeFaults, ...providerFaults, ...processFaults];
const counts = { ok: 0, skipped: 0, failed: 0 };
for (const { name, done, run } of all.filter((fault) => fault.name.includes(part))) {
  try {
    console.log(`ok       ${name} (${done}): ${await run()}`);
    counts.ok += 1;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isSkipped = error instanceof Skipped;
    console.log(`${isSkipped ? 'skipped' : 'NOT OK '}  ${name} (${done}): ${why}`);
    counts[isSkipped ? 'skipped' : 'failed'] += 1;
  }
}
console.log(`${counts.ok} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 && counts.ok > 0 ? 0 : 1;
