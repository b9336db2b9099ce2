// Suspends the checks that must not run row by row while tables are loaded. Triggers would count and announce everything a
// second time: their writes are in the backup. Foreign keys would queue a check of every row in memory, and building an
// index at once is cheaper than row by row, above all the one for searching addresses. All of this needs only the owner of
// the tables, no superuser, and is part of the transaction: a failed restore leaves everything unchanged.
import type pg from 'pg'
import { quoteTable } from './catalogue.ts'

/** Statements that restore what was suspended, in their order. */
export type ResumeStatements = string[]

// The definition of an index on a partitioned table says ONLY, which would leave its partitions without.
const INDEXES = `
  select 'drop index ' || indexrelid::regclass as suspend,
    regexp_replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as resume
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)`

// Rows older than a NOT VALID check may violate it.
const CONSTRAINTS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as resume
  from pg_constraint where (contype = 'f' or (contype = 'c' and not convalidated)) and conparentid = 0
    and conrelid = any($1::regclass[])`

const TRIGGERS = `
  select distinct format('alter table %s disable trigger user', tgrelid::regclass) as suspend,
    format('alter table %s enable trigger user', tgrelid::regclass) as resume
  from pg_trigger where not tgisinternal and tgrelid = any($1::regclass[])`

export async function suspendChecks(client: pg.Client, tables: readonly string[]): Promise<ResumeStatements> {
  const names = tables.map(quoteTable)
  const suspended: ResumeStatements = []
  for (const question of [INDEXES, CONSTRAINTS, TRIGGERS]) {
    const { rows } = await client.query<{ suspend: string; resume: string }>(question, [names])
    for (const { suspend, resume } of rows) {
      await client.query(suspend)
      suspended.push(resume)
    }
  }
  return suspended
}

export async function resumeChecks(client: pg.Client, suspended: ResumeStatements): Promise<void> {
  for (const statement of suspended) await client.query(statement)
}
