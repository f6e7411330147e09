import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { allTables } from './all-rows.ts';
import { type Db, hasOneWriter } from './database.ts';
import type { Table } from './define-table.ts';
import { migrate } from './migrate.ts';

test('the migrations make the tables as they are defined', async () => {
  const [migrated, defined] = [await createEmptyDatabase(), await createEmptyDatabase()];
  await migrate(migrated.db);
  for (const [name, table] of allTables()) {
    for (const statement of statementsOf(name, table)) await sql.raw(statement).execute(defined.db);
  }
  const [made, said] = [await factsOf(migrated.db), await factsOf(defined.db)];
  expect(said.size).toBe(allTables().size);
  for (const [name, facts] of said) expect(made.get(name), name).toEqual(facts);
  await migrated.close();
  await defined.close();
});

function statementsOf(name: string, table: Table): string[] {
  const { columns, key, constraints = [], unique = [], indexes = [] } = table;
  const parts = [
    ...Object.entries(columns).map(([column, words]) => `"${column}" ${words}`),
    ...(key ? [`primary key (${key.join(', ')})`] : []),
    ...constraints,
  ];
  const index = (on: string) => {
    const [columnsOfIndex, condition] = on.split(' where ');
    return `index on ${name} (${columnsOfIndex})${condition ? ` where ${condition}` : ''}`;
  };
  return [
    `create table ${name} (${parts.join(', ')})`,
    ...[...unique.map((on) => `unique ${index(on)}`), ...indexes.map(index)].map(
      (words, at) => `create ${words.replace('index', `index ${name}_${at}`)}`,
    ),
  ];
}

/** The columns, keys and indexes of each table, without their names and in the order of the alphabet. */
async function factsOf(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await (hasOneWriter(db) ? ofSqlite : ofPostgres).execute(db);
  const facts = new Map<string, string[]>();
  for (const { name, fact } of rows) {
    const plain = fact
      .replace(/^create (unique )?index \S+/i, 'index $1')
      .replaceAll('"', '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([()]) ?/g, '$1');
    facts.set(name, [...(facts.get(name) ?? []), plain].toSorted());
  }
  return facts;
}

type Fact = { name: string; fact: string };

const ofSqlite = sql<Fact>`
  with made as (select name from sqlite_master where type = 'table' and name not like '%migration%')
  select made.name, concat_ws(' ', c.name, c.type, c."notnull", c.dflt_value, 'key', c.pk) as fact
    from made, pragma_table_info(made.name) as c
  union all select made.name, (
      select f."table" || f.on_delete || group_concat(f."from" || ' = ' || f."to")
        from pragma_foreign_key_list(made.name) as f where f.id = one.id
    ) from made, pragma_foreign_key_list(made.name) as one
  union all select made.name, coalesce(
      (select sql from sqlite_master where sqlite_master.name = i.name),
      (select 'unique ' || group_concat(name) from pragma_index_info(i.name))
    ) from made, pragma_index_list(made.name) as i`;

const ofPostgres = sql<Fact>`
  with made as (
    select oid, relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like '%migration%'
  )
  select name, concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as fact
    from made join pg_attribute on attrelid = made.oid and attnum > 0
    left join pg_attrdef on adrelid = made.oid and adnum = attnum
  union all select name, pg_get_constraintdef(pg_constraint.oid) from made join pg_constraint on conrelid = made.oid
  union all select name, pg_get_indexdef(indexrelid) from made join pg_index on indrelid = made.oid`;
