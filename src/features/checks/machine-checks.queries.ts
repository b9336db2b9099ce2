import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { CheckResult } from './check-finding.ts'
import { tableOf } from './check-changes.queries.ts'
import type { ChangeRow } from './check-changes.queries.ts'
import type { CheckChange } from './merge-results.ts'

/** Claims the run that is due, for one node, until the end of the lease. Returns false if there is none. */
export async function claimRun(db: Db, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const { rows } = await sql`
    update machine_checks set due_at = ${until} where due_at <= ${now} returning is_only`.execute(db)
  return rows.length > 0
}

export type MachineChecksRow = {
  results: unknown
  checked_at: Date | null
  asked_at: Date | null
  due_at: Date
}

const columns = sql`results, checked_at, asked_at, due_at`

export async function findMachineChecks(db: Db | Trx): Promise<MachineChecksRow> {
  const { rows } = await sql<MachineChecksRow>`select ${columns} from machine_checks`.execute(db)
  if (!rows[0]) throw new Error('machine_checks has lost its row')
  return rows[0]
}

/** Locks the row until the end of the transaction. */
export async function lockMachineChecks(trx: Trx): Promise<MachineChecksRow> {
  await sql`select from machine_checks for update`.execute(trx)
  return findMachineChecks(trx)
}

export async function saveMachineResults(
  trx: Trx,
  { results, checkedAt, dueAt }: { results: readonly CheckResult[]; checkedAt: Date; dueAt: Date },
): Promise<void> {
  await sql`
    update machine_checks set results = ${JSON.stringify(results)}, checked_at = ${checkedAt}, due_at = ${dueAt}`.execute(
    trx,
  )
}

/** Adds changes, and deletes those from before `keptSince`. */
export async function saveMachineChanges(
  trx: Trx,
  { changes, changedAt, keptSince }: { changes: readonly CheckChange[]; changedAt: Date; keptSince: Date },
): Promise<void> {
  await sql`
    insert into machine_check_changes (changed_at, kind, subject, state, found)
    select ${changedAt}, g.* from ${tableOf(changes)} as g
    on conflict do nothing`.execute(trx)
  await sql`delete from machine_check_changes where changed_at < ${keptSince}`.execute(trx)
}

/** Newest first. */
export async function listMachineChanges(db: Db | Trx, { limit }: { limit: number }): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select changed_at, kind, subject, state, found from machine_check_changes
    order by changed_at desc, kind, subject limit ${limit}`.execute(db)
  return rows
}

/** Makes the checks due now. Returns false if somebody asked for that after `notSince`. */
export async function requestMachineRun(
  db: Db | Trx,
  { now, notSince }: { now: Date; notSince: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update machine_checks set due_at = ${now}, asked_at = ${now}
    where asked_at is null or asked_at <= ${notSince} returning is_only`.execute(db)
  return rows.length > 0
}

/** The addresses of this server that transports of projects send from; undefined if no project has such a transport. */
export async function listProjectMxAddresses(db: Db): Promise<string[] | undefined> {
  const { rows } = await sql<{ addresses: string[] }>`
    select distinct settings -> 'localAddresses' as addresses from transports where type = 'mx'`.execute(db)
  return rows.length === 0 ? undefined : rows.flatMap(({ addresses }) => addresses)
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date(Number.NaN)
}
