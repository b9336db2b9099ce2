// The checks of a rehearsed upgrade. Each finds problems, one line each.
import { sql } from 'kysely'
import { listWrongCounters } from '../../counter-audit.ts'
import type { Db } from '../../platform/db/client.ts'
import { countStalled } from '../../platform/work/work-audit.ts'
import { WORK_AUDITS } from '../../worker.ts'

export type UpgradeCheck = { name: string; findProblems: (db: Db) => Promise<string[]> }

export const UPGRADE_CHECKS: readonly UpgradeCheck[] = [
  { name: 'every foreign key and index is valid', findProblems: listInvalid },
  { name: 'every counter agrees with the rows that it counts', findProblems: listWrongCounters },
  { name: 'no work is forgotten', findProblems: listForgotten },
]

/**
 * PostgreSQL has checked all others when the rows were loaded, or when a migration added them. CHECK constraints can be for new rows
 * only, on purpose.
 */
async function listInvalid(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('constraint %s of %s is not valid', conname, conrelid::regclass) as problem
    from pg_constraint where not convalidated and contype <> 'c' and connamespace = 'public'::regnamespace
    union all
    select format('index %s is not valid', indexrelid::regclass)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not (indisvalid and indisready) and relnamespace = 'public'::regnamespace`.execute(db)
  return rows.map(({ problem }) => problem)
}

async function listForgotten(db: Db): Promise<string[]> {
  const problems: string[] = []
  for (const audit of WORK_AUDITS) {
    const count = await countStalled(db, audit)
    if (count > 0) problems.push(`${count} rows of ${audit.table} sleep although something waits for them`)
  }
  return problems
}
