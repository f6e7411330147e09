/** Turns a program into its next version, which has one more migration. */
import { registerHooks } from 'node:module';

const next = new URL('../support/next-migration.ts', import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/server/database/migrations.ts')) return loaded;
    const source = `${loaded.source}
      import { nextMigration } from '${next}';
      Object.assign(migrations, nextMigration);`;
    return { ...loaded, source };
  },
});
