/**
 * Tests how servers tolerate faults. It needs the built site.
 *
 *     npm run test:faults -- [a part of a fault's name]
 *     npm run test:faults -- crash [a part of a scenario's name] [--short] [--rounds 1]
 *     npm run test:faults -- crowd [--servers 1] [--short] [--visitors 200] [--seed n] [--drill] [--kills 100]
 *         [--failover killed|frozen]
 *
 * Without `crash` or `crowd`, it causes one fault of the machine after the other, in about five minutes. For each fault
 * it prints a line with the fault and the observations. It fails if the server does not tolerate a fault as
 * docs/threat-model.md says, and skips a fault that this machine cannot cause, with the reason. It needs Linux; some
 * faults also need a PostgreSQL on the machine, the rights of root to fill a disk, or strace for the power loss.
 *
 * `crash` and `crowd` kill servers while people register and pay. Then they compare the acknowledgements of the servers
 * with tables, providers and delivered mails: nothing is lost, and nothing happens twice. They use SQLite, or the empty
 * PostgreSQL of DATABASE_URL; without DATABASE_URL, several servers get their own PostgreSQL.
 */
import '#tests/support/register-features.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { Skipped } from './fault.ts';
import { processFaults } from './process-faults.ts';
import { storeFaults } from './store-faults.ts';
import { options, positionals } from './trial.ts';

const [name = ''] = positionals;
if (name === 'crash') await import('./crash.ts');
else if (name === 'crowd') await withDatabase(() => import('./crowd.ts'));
else await causeFaults(name);

async function withDatabase(run: () => Promise<unknown>): Promise<void> {
  const isSeveral = options.drill || options.servers !== '1';
  const hasNone = !process.env['DATABASE_URL'] && options.failover === undefined;
  const postgres = isSeveral && hasNone ? await startPostgres() : undefined;
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
