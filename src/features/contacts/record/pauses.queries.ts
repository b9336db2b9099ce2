import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

type Pause = {
  projectId: ProjectId
  contactId: ContactId
  /** Null ends the pause. */
  until: Date | null
  now: Date
}

/** A statement of its own, so that other writes to contacts pay nothing for it. */
export async function setPause(trx: Trx, { projectId, contactId, until, now }: Pause): Promise<void> {
  await sql`
    update contacts set paused_until = ${until}, updated_at = ${now}
    where project_id = ${projectId} and id = ${contactId} and paused_until is distinct from ${until}`.execute(
    trx,
  )
}
