import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../../platform/ids.ts'

type Question = {
  projectId: ProjectId
  contactIds: readonly ContactId[]
  /** Expressions over contacts. */
  holds: RawBuilder<unknown>
  times: RawBuilder<unknown>
}
type Answer = { id: ContactId; holds: boolean; times: number | null }

/** The answers to one condition for each of these contacts. */
export async function countLeaves(
  trx: Trx,
  { projectId, contactIds, holds, times }: Question,
): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    select id, (${holds}) is true as holds, ${times} as times from contacts
    where project_id = ${projectId} and id = any(${contactIds}::uuid[])`.execute(trx)
  return rows
}
