import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Clock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { AuditId, ProjectId, UserId } from '../../../platform/ids.ts'
import { listMembershipsOf } from '../members/members.queries.ts'
import { insertActs } from './audit.queries.ts'

export type Act = {
  projectId: ProjectId
  action: string
  actor: { kind: 'user' | 'key' | 'nobody'; id: string | null; name: string }
  target: string | null
  ip: string
}

// What is shown in a list; the record itself has the rest.
const LONGEST_TARGET = 300

const rowOf = ({ projectId, action, actor, target, ip }: Act, now: Date) => ({
  project_id: projectId,
  id: newId<AuditId>(now),
  action,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_name: actor.name,
  target: target?.slice(0, LONGEST_TARGET) ?? null,
  ip_address: ip,
  created_at: now,
})

/** Writes an act down, in the transaction in which it is done: there is never one without the other. */
export const createActRecorder =
  ({ clock }: { clock: Clock }) =>
  (trx: Trx, act: Act): Promise<void> =>
    insertActs(trx, [rowOf(act, clock.now())])

type Note = { action: string; ip: string; now: Date; projectId?: ProjectId }

/** What a person did with their own account; `projectId` if it concerns one project only, otherwise all of theirs. */
export async function recordForUser(
  db: Db | Trx,
  { id, email }: { id: UserId; email: string },
  { action, ip, now, projectId }: Note,
): Promise<void> {
  const actor = { kind: 'user' as const, id, name: email }
  const projects = projectId === undefined ? await listMembershipsOf(db, { userId: id }) : []
  const ids = projectId === undefined ? projects.map(({ project_id }) => project_id) : [projectId]
  const acts = ids.map((one) => ({ projectId: one, action, actor, target: null, ip }))
  await insertActs(
    db,
    acts.map((act) => rowOf(act, now)),
  )
}
