// Whom a campaign is for. Campaign email is marketing: of those who match, only contacts that are subscribed and whose
// addresses are not suppressed.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { createContactSegments } from '../../segments/index.ts'
import type { CampaignRow } from '../campaigns.queries.ts'
import { hasRecipient } from './recipients.queries.ts'

type Asked = {
  campaign: Pick<CampaignRow, 'project_id' | 'audience_type' | 'segment_id' | 'audience_filter'>
  filters: Filters
  now: Date
}

/** Who matches, as a condition of SQL on contacts. @throws AppError if the filter names a segment that is gone */
export async function audienceCondition(
  db: Db | Trx,
  { campaign, filters, now }: Asked,
): Promise<RawBuilder<unknown>> {
  const { project_id: projectId, segment_id: segmentId, audience_filter: tree } = campaign
  if (tree !== null) return filters.matching(db, tree, { projectId, now, field: 'audienceFilter' })
  if (segmentId === null) return sql`true`
  return createContactSegments(filters).members(db, { projectId, segmentId, now })
}

/** Whether there is anybody to write to. @throws AppError if it takes too long to find out */
export async function isAudienceEmpty(
  db: Db | Trx,
  asked: Asked & { projectId: ProjectId },
): Promise<boolean> {
  const { projectId, filters } = asked
  const matching = await audienceCondition(db, asked)
  const run = (trx: Trx) => hasRecipient(trx, { projectId, matching })
  return !(await filters.run(db, { projectId, run }))
}
