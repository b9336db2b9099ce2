import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Clock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { AuditId, ProjectId, UserId } from '../../../platform/ids.ts'
import { listMembershipsOf } from '../members/members.queries.ts'
import { insertAuditEntries } from './audit.queries.ts'

type NewAuditEntry = {
  projectId: ProjectId
  action: string
  actor: { kind: 'user' | 'key' | 'nobody'; id: string | null; name: string }
  target: string | null
  ip: string
}

// Enough for a list; the record itself has the rest.
const LONGEST_TARGET = 300

const rowOf = ({ projectId, action, actor, target, ip }: NewAuditEntry, now: Date) => ({
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

/** Records an action in its own transaction, so that neither exists without the other. */
export const createAuditRecorder =
  ({ clock }: { clock: Clock }) =>
  (trx: Trx, entry: NewAuditEntry): Promise<void> =>
    insertAuditEntries(trx, [rowOf(entry, clock.now())])

/** Records an action on the user's own account: in the given project, or in all projects of the user. */
export async function recordForUser(
  db: Db | Trx,
  { id, email }: { id: UserId; email: string },
  { action, ip, now, projectId }: { action: string; ip: string; now: Date; projectId?: ProjectId },
): Promise<void> {
  const actor = { kind: 'user' as const, id, name: email }
  const projects = projectId === undefined ? await listMembershipsOf(db, { userId: id }) : []
  const ids = projectId === undefined ? projects.map(({ project_id }) => project_id) : [projectId]
  const entries = ids.map((one) => ({ projectId: one, action, actor, target: null, ip }))
  await insertAuditEntries(
    db,
    entries.map((entry) => rowOf(entry, now)),
  )
}
