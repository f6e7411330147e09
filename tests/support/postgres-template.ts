import { openPostgresDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { asOwner, urlOf } from './test-database.ts';

const name = `plenary_template_${process.pid}`;
const server = process.env['TEST_DATABASE_URL'] ?? '';

/**
 * Migrates one database before all tests on PostgreSQL: copying this database is faster than migrating each test's
 * database.
 */
export async function setup(): Promise<void> {
  await asOwner(server, `create database ${name}`);
  const db = openPostgresDatabase(urlOf(server, name), () => undefined);
  await migrate(db);
  await db.destroy();
  process.env['TEST_TEMPLATE'] = name;
}

export async function teardown(): Promise<void> {
  await asOwner(server, `drop database ${name}`);
}
