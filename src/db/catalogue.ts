import { type Engine, type Reader, rows, type Sql } from './database.ts'
import { ownTables } from './own-tables.ts'
import { sql } from './sql.ts'

/** A table as the engine describes it, without generated columns. */
export interface TableShape {
  name: string
  columns: string[]
  /** The columns of its primary key, in their order. */
  key: string[]
}

interface IndexShape {
  name: string
  definition: string
}

interface IndexRow extends IndexShape {
  table: string
}

interface ColumnRow {
  table: string
  column: string
  /** Counts from 1; null or 0 for columns outside the primary key. */
  keyPlace: number | string | null
}

const columns: Readonly<Record<Engine, Sql>> = {
  sqlite: sql`SELECT m."name" AS "table", c."name" AS "column", c."pk" AS "keyPlace"
    FROM "sqlite_schema" m JOIN pragma_table_xinfo(m."name") c
    WHERE m."type" = 'table' AND m."name" NOT LIKE 'sqlite_%' AND c."hidden" = 0 ORDER BY m."name", c."cid"`,
  postgres: sql`SELECT c.relname::text AS "table", a.attname::text AS "column",
      array_position(string_to_array(i.indkey::text, ' '), a.attnum::text) AS "keyPlace"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind IN ('r', 'p') ORDER BY c.relname, a.attnum`,
}

const indexes: Readonly<Record<Engine, Sql>> = {
  sqlite: sql`SELECT "tbl_name" AS "table", "name", "sql" AS "definition" FROM "sqlite_schema"
    WHERE "type" = 'index' AND "sql" IS NOT NULL`,
  postgres: sql`SELECT t.relname::text AS "table", c.relname::text AS "name", pg_get_indexdef(i.indexrelid) AS "definition"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
    WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
}

/** All tables of the application, by name. The same migrations give the same list on both engines. */
export async function readShapes(reader: Reader): Promise<TableShape[]> {
  const found = await rows<ColumnRow>(reader, columns[reader.engine])
  const own = found.filter(({ table }) => ownTables.has(table))
  const shapes = [...Map.groupBy(own, ({ table }) => table)].map(([name, all]) => ({
    name,
    columns: all.map(({ column }) => column),
    key: all
      .filter(({ keyPlace }) => Number(keyPlace ?? 0) > 0)
      .toSorted((one, other) => Number(one.keyPlace) - Number(other.keyPlace))
      .map(({ column }) => column),
  }))
  return shapes.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The indexes that can be dropped and recreated: not those of primary keys and constraints. */
export async function readIndexes(reader: Reader): Promise<IndexShape[]> {
  const found = await rows<IndexRow>(reader, indexes[reader.engine])
  return found
    .filter(({ table }) => ownTables.has(table))
    .map(({ name, definition }) => ({ name, definition }))
}

/**
 * The foreign keys of the application's tables, to be dropped and added again. Empty on SQLite, where they are part of
 * the table and a connection can switch them off.
 */
export async function readForeignKeys(reader: Reader): Promise<(IndexShape & { table: string })[]> {
  if (reader.engine === 'sqlite') return []
  const found = await rows<IndexRow>(
    reader,
    sql`SELECT t.relname::text AS "table", k.conname::text AS "name", pg_get_constraintdef(k.oid) AS "definition"
      FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
      JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema() WHERE k.contype = 'f'`,
  )
  return found.filter(({ table }) => ownTables.has(table))
}
