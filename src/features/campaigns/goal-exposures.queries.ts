import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import { goalCandidates } from '../goals/index.ts'
import type { Exposure, FindExposures } from '../goals/index.ts'

/** The emails of campaigns that reached the contact in the window before the event. Test recipients do not count. */
export const findCampaignExposures: FindExposures = async (
  trx: Trx,
  { projectId, candidates },
): Promise<Exposure[]> => {
  const { rows } = await sql<Exposure>`
    select g.candidate, e.id as "subjectId", array(select campaign_parts(e.cohort)) as parts
    from ${goalCandidates(candidates)} as g
    join emails as e on e.project_id = ${projectId} and e.contact_id = g.contact_id and e.campaign_id = g.owner_id
      and e.id >= g.lowest_id and e.sent_at between g.begins and g.at
    where coalesce(e.cohort, 0) >= 0`.execute(trx)
  return rows
}
