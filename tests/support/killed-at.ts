import type { FileStore } from '#server/files/file-store.ts';
import type { Db } from '#server/database/database.ts';

/**
 * Simulates a killed process: step number `step` and every later step fail. Steps are changes of database and files.
 */
export function killedAt(step: number, { db, store }: { db: Db; store: FileStore }) {
  let steps = 0;
  const next = () => {
    steps += 1;
    if (steps >= step) throw new Error('killed');
  };
  const transaction: Db['transaction'] = () => {
    next();
    return db.transaction();
  };
  const deleteFrom = ((table: 'outbox') => {
    next();
    return db.deleteFrom(table);
  }) as Db['deleteFrom'];
  const changed: Partial<Db> = { transaction, deleteFrom };
  return {
    db: new Proxy(db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(changed, name) ?? Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    store: {
      ...store,
      remove: async (key: string) => {
        next();
        await store.remove(key);
      },
    },
  };
}
