/**
 * Tests how servers bear faults, on a built site.
 *
 *     npm run test:faults -- [a part of a fault's name]
 *     npm run test:faults -- crash [a part of a scenario's name] [--short] [--rounds 1]
 *     npm run test:faults -- crowd [--servers 1] [--short] [--visitors 200] [--seed n] [--drill] [--kills 100]
 *
 * Without a plan it causes one fault of the machine after the other, in about five minutes, and prints a line for each:
 * what it did, what it observed. It fails when the server does not bear one as docs/threat-model.md says; a fault that
 * this machine cannot have is skipped, with the reason. It needs Linux, for the database a PostgreSQL on the machine, for
 * the full disk root, for the power loss strace.
 *
 * The plans crash and crowd kill servers while people register and pay, and then compare what the servers acknowledged
 * with tables, providers and delivered mails: nothing twice, nothing lost. They use SQLite, or the empty PostgreSQL of
 * DATABASE_URL; several servers without one get one of their own.
 */
import { startPostgres } from '../../scripts/postgres.ts';
import { Skipped } from './fault.ts';
import { processFaults } from './process-faults.ts';
import { storeFaults } from './store-faults.ts';
import { options, words } from './trial.ts';

const [name = ''] = words;
if (name === 'crash') await import('./crash.ts');
else if (name === 'crowd') await withDatabase(() => import('./crowd.ts'));
else await causeFaults(name);

async function withDatabase(run: () => Promise<unknown>): Promise<void> {
  const isSeveral = options.drill || options.servers !== '1';
  const postgres = isSeveral && !process.env['DATABASE_URL'] ? await startPostgres() : undefined;
  if (postgres) process.env['DATABASE_URL'] = postgres.url;
  await run();
  await postgres?.stop();
}

async function causeFaults(part: string): Promise<void> {
  const counts = { ok: 0, skipped: 0, failed: 0 };
  const all = [...storeFaults, ...processFaults].filter((fault) => fault.name.includes(part));
  for (const { name: fault, done, run } of all) {
    try {
      console.log(`ok       ${fault} (${done}): ${await run()}`);
      counts.ok += 1;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const isSkipped = error instanceof Skipped;
      console.log(`${isSkipped ? 'skipped' : 'NOT OK '}  ${fault} (${done}): ${why}`);
      counts[isSkipped ? 'skipped' : 'failed'] += 1;
    }
  }
  console.log(`${counts.ok} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exitCode = counts.failed === 0 && counts.ok > 0 ? 0 : 1;
}
