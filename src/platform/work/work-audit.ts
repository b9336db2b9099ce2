// Finds rows that sleep although work is waiting for them (due-rows.ts), makes them due and logs it. There should be none:
// adding work wakes its row. This is for undiscovered bugs, and for rows that were changed by hand.
//
// Queues whose rows are the work itself (queued-rows.ts) cannot have such rows.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inTransaction } from '../db/client.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { ProjectId } from '../ids.ts'

export type WorkAudit = {
  /** For log lines and the metric label. */
  name: string
  table: string
  /**
   * A condition on a row `w`: it will not be processed, although there is work. True in no snapshot of the database unless
   * something is wrong, and evaluated without reading the possibly millions of rows that wait for a good reason.
   */
  isStalled: RawBuilder<boolean>
}

// A gauge: beyond this it only matters that there are far too many.
const MOST_COUNTED = 1_000

export async function countStalled(db: Db, { table, isStalled }: WorkAudit): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sql.table(table)} as w where ${isStalled} limit ${MOST_COUNTED}) as forgotten`.execute(db)
  return rows[0]?.count ?? 0
}

/** A gauge of the stalled rows, read on scrape. Call it once per process. */
export function watchStalledWork(
  { metrics, database }: Pick<Deps, 'metrics' | 'database'>,
  audits: readonly WorkAudit[],
): void {
  for (const { name: work } of audits) countRepaired({ metrics }).add({ work }, 0)
  metrics.gauge(
    'lettermill_work_forgotten',
    'Work that waits and that no worker is going to look at, by kind, up to 1,000. Repaired every minute.',
    async () => {
      const read = async (audit: WorkAudit) => ({
        labels: { work: audit.name },
        value: await countStalled(database.db, audit),
      })
      return Promise.all(audits.map(read))
    },
  )
}

// Each batch is one short transaction; a sweep ends after this many, and the next one continues.
const BATCH = 100
const MOST_BATCHES = 100

type Tools = Pick<Deps, 'database' | 'clock' | 'log' | 'metrics'>

/** Makes all stalled rows due. */
export async function repairStalledWork(tools: Tools, audits: readonly WorkAudit[]): Promise<void> {
  for (const audit of audits) {
    for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
      if ((await repairBatch(tools, audit)) < BATCH) break
    }
  }
}

type StalledRow = { projectId: ProjectId; id: string }

async function repairBatch({ database, clock, log, metrics }: Tools, audit: WorkAudit): Promise<number> {
  const { name: work, table: tableName, isStalled } = audit
  const table = sql.table(tableName)
  const repaired = await inTransaction(database.db, async (trx) => {
    const { rows: found } = await sql<StalledRow>`
      select w.project_id as "projectId", w.id from ${table} as w where ${isStalled}
      order by w.project_id, w.id limit ${BATCH} for no key update of w skip locked`.execute(trx)
    if (found.length === 0) return []
    // Checked again now that they are locked: one may have been woken since.
    const { rows } = await sql<StalledRow>`
      update ${table} as w set due_at = ${clock.now()}, attempts = 0
      from unnest(${found.map(({ projectId }) => projectId)}::uuid[], ${found.map(({ id }) => id)}::uuid[])
        as given (project_id, id)
      where w.project_id = given.project_id and w.id = given.id and ${isStalled}
      returning w.project_id as "projectId", w.id`.execute(trx)
    return rows
  })
  if (repaired.length > 0) countRepaired({ metrics }).add({ work }, repaired.length)
  for (const [projectId, ofProject] of Map.groupBy(repaired, (one) => one.projectId)) {
    log.error({ work, projectId, ids: ofProject.map(({ id }) => id) }, 'work was forgotten, and is due again')
  }
  return repaired.length
}

const countRepaired = ({ metrics }: Pick<Deps, 'metrics'>) =>
  metrics.counter('lettermill_work_repaired_total', 'Work that was forgotten and made due again, by kind.')
