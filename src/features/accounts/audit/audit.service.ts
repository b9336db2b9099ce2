import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
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

export const createActRecorder =
  ({ database, clock }: Pick<Deps, 'database' | 'clock'>) =>
  async ({ projectId, action, actor, target, ip }: Act): Promise<void> => {
    const now = clock.now()
    await insertActs(database.db, [
      {
        project_id: projectId,
        id: newId(now),
        action,
        actor_kind: actor.kind,
        actor_id: actor.id,
        actor_name: actor.name,
        target: target?.slice(0, LONGEST_TARGET) ?? null,
        ip_address: ip,
        created_at: now,
      },
    ])
  }
