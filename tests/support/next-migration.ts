import type { Migration } from 'kysely/migration';

/** A migration that only adds, so that servers of this version keep running after it. */
export const nextMigration: Record<string, Migration> = {
  '9999-next': {
    async up(db) {
      await db.schema.createTable('next_version').addColumn('id', 'text').execute();
      for (const table of ['orders', 'abstracts', 'abstract_files', 'participants']) {
        await db.schema.alterTable(table).addColumn('next_version', 'text').execute();
      }
    },
  },
};
