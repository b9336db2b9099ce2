// The history of what slowed email down (migrations/0097_brakes.sql).
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { LIMITED_NAMES } from '../../../platform/email/mx/destination-limits.values.ts'
import type { TransportId } from '../../../platform/ids.ts'
import { isTroubleFresh } from '../../transports/index.ts'
import type { ReputationScope } from './reputation.queries.ts'
import type { BrakeKind } from './reputation.values.ts'

export type BrakeRow = {
  kind: BrakeKind
  name: string
  /** False: it is one of the server. */
  isOfProject: boolean
  transport: { id: TransportId; name: string } | null
  reason: string | null
  since: Date
  endedAt: Date | null
}

type BrakesQuery = ReputationScope & { from: Date; before: Date; limit: number }

/**
 * Those that braked in the range, the newest first. A project also sees those of the server that concern everybody: its names of
 * small receivers would tell whom other projects send to.
 */
export async function listBrakes(
  db: Db | Trx,
  { projectId, from, before, limit }: BrakesQuery,
): Promise<BrakeRow[]> {
  const isShown =
    projectId === undefined
      ? sql`true`
      : sql`b.project_id = ${projectId} or (b.project_id is null and (b.kind = 'transport' or b.name = any(${[...LIMITED_NAMES]})))`
  const { rows } = await sql<BrakeRow>`
    select b.kind, b.name, b.project_id is not null as "isOfProject",
      (select json_build_object('id', t.id, 'name', t.name) from transports as t
        where t.project_id = b.project_id and t.id = b.transport_id) as transport,
      b.reason, b.began_at as since, b.ended_at as "endedAt"
    from brakes as b
    where (${isShown}) and b.began_at < ${before} and coalesce(b.ended_at, 'infinity') > ${from}
    order by b.began_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}

/** A worker that died has left its trouble behind: nothing says when it was over, so it is when nobody tries any more. */
export async function endForgottenBrakes(db: Db): Promise<void> {
  await sql`
    update brakes as b set ended_at = greatest(b.began_at, statement_timestamp())
    where b.ended_at is null and b.kind in ('transport', 'destination') and not exists (
      select from transport_troubles as t where t.route_id = b.route_id and ${isTroubleFresh('t')})`.execute(
    db,
  )
}

export async function deleteOldBrakes(db: Db, { oldest }: { oldest: string }): Promise<void> {
  await sql`delete from brakes where ended_at < ${oldest}::date`.execute(db)
}
