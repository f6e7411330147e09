import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';

/** A Kysely dialect for node:sqlite. `path` may be `:memory:`; `content` is then the bytes of a database. */
export function sqliteDialect(path: string, content?: Uint8Array): Dialect {
  let database: DatabaseSync | undefined;
  const config: SqliteDialectConfig = {
    database: async () => adapt((database ??= open(path, content))),
  };
  const standard = new SqliteDialect(config);
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new ImmediateDriver(config, () => database?.isTransaction ?? false),
    createIntrospector: (db) => standard.createIntrospector(db),
    createQueryCompiler: () => standard.createQueryCompiler(),
  };
}

function open(path: string, content?: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  if (content) database.deserialize(content);
  // FULL: a commit that was acknowledged survives a power cut. WAL: commands can read while the server writes.
  // secure_delete overwrites deleted rows. Without it from the first row on, parts of deleted rows stay readable.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  return database;
}

/** `begin immediate`: without it, a transaction that reads and then writes fails if a command has written in between. */
class ImmediateDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#isInTransaction = isInTransaction;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite rolls back by itself: a second rollback would fail and hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }
}

/** SQLite's schema changes are transactional, so a killed migration leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Adapts node:sqlite to Kysely's interface, and prepares each SQL text once. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  const reads = readingTogether(database);
  return {
    close() {
      reads.end();
      database.close();
    },
    prepare(sql) {
      if (sql.startsWith('select ')) reads.begin();
      else reads.end();
      const known = prepared.get(sql);
      if (known) return known;
      const statement = adaptStatement(database.prepare(sql));
      // The limit keeps statements that run only once, such as migrations, from piling up.
      if (prepared.size >= 200) prepared.clear();
      prepared.set(sql, statement);
      return statement;
    },
  };
}

/**
 * The reads of one turn of the event loop are one transaction of SQLite, because it takes longer to lock the file for a
 * read than to find a row. A transaction of Kysely begins with another statement, which ends this one.
 */
function readingTogether(database: DatabaseSync): { begin: () => void; end: () => void } {
  const [begin, commit] = ['begin', 'commit'].map((sql) => database.prepare(sql));
  let isReading = false;
  const end = () => {
    if (!isReading) return;
    isReading = false;
    // A read that failed may have ended it.
    if (database.isTransaction) commit?.run();
  };
  return {
    begin() {
      if (database.isTransaction) return;
      begin?.run();
      isReading = true;
      setImmediate(end);
    },
    end,
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
    throw new TypeError(`a column cannot hold a ${typeof value}`);
  });
}
