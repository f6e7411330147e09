/**
 * Causes one fault after the other and observes what visitors see. Prints a line for each fault: what was done, what was
 * seen. Fails when the server does not tolerate one as docs/threat-model.md says; a fault that this machine cannot have is
 * skipped, with the reason.
 *
 *     npm run test:faults -- [a part of a fault's name]
 *
 * It needs a built site (npm start builds it) and Linux, for the database a PostgreSQL on the machine, for the full disk
 * root, for the power loss strace, and talks to 127.0.0.1 only. All of it takes about eight minutes.
 */
import { type Fault, Skipped } from './fault-site.ts';
import { mailFaults } from './fault-mail.ts';
import { processFaults } from './fault-process.ts';
import { providerFaults } from './fault-providers.ts';
import { storeFaults } from './fault-store.ts';

const part = process.argv[2] ?? '';
const faults: Fault[] = [...storeFaults, ...providerFaults, ...mailFaults, ...processFaults].filter(
  ({ name }) => name.includes(part),
);
const counts = { ok: 0, skipped: 0, failed: 0 };
for (const { name, done, run } of faults) {
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
