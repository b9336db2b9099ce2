import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import type { EmailId, ProjectId } from '../../platform/ids.ts'
import { insertTally } from '../delivery/index.ts'

/** Deletes the opens and clicks of these emails, and takes them out of the counts of their hours. The emails still exist. */
export async function deleteHits(
  trx: Trx,
  { projectId, emailIds }: { projectId: ProjectId; emailIds: readonly EmailId[] },
): Promise<void> {
  const ofEmails = sql`project_id = ${projectId} and email_id = any(${emailIds}::uuid[])`
  await sql`delete from email_hits where ${ofEmails}`.execute(trx)
  await sql`
    with gone as (delete from email_firsts where ${ofEmails} returning email_id, kind, link, verdict, created_at)
    ${insertTally(sql`
      select ${projectId}::uuid, g.created_at,
        case verdict when 'human' then 'human_' else '' end || case kind when 'open' then 'opened' else 'clicked' end, -1
      from gone as g join emails as e on e.project_id = ${projectId} and e.id = g.email_id
      where g.link = -1 and g.verdict in ('any', 'human') and e.source <> 'TEST'`)}`.execute(trx)
}
