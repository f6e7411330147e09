import { asOwner, listDatabases } from './test-database.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
const prefix = `plenary_test_${process.pid}_`;

/** The databases of a run have names of their own, because each worker uses its databases again until the run ends. */
export function setup(): void {
  process.env['TEST_DATABASE_PREFIX'] = prefix;
}

export async function teardown(): Promise<void> {
  for (const name of await listDatabases(server, prefix)) {
    await asOwner(server, `drop database ${name} with (force)`);
  }
}
