import type { Migration } from 'kysely/migration';

/** What an update may do to the tables while servers of this version go on using them: it only adds. */
export const nextMigration: Record<string, Migration> = {
  '9999-next': {
    async up(db) {
      await db.schema.createTable('next_version').addColumn('id', 'text').execute();
      for (const table of ['orders', 'abstracts', 'participants']) {
        await db.schema.alterTable(table).addColumn('next_version', 'text').execute();
      }
    },
  },
};
