// The audience of a campaign. Campaign email is marketing: among the matching contacts, only those that are subscribed,
// not paused, in its topic and not suppressed get it.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { controlGroupSql } from '../../goals/index.ts'
import { findProject } from '../../projects/index.ts'
import { TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'
import { createContactSegments } from '../../segments/index.ts'
import { listKnownTopics } from '../../topics/index.ts'
import type { CampaignRow } from '../campaigns.queries.ts'
import { topicDeleted } from '../topic-use.service.ts'
import { hasRecipient } from './recipients.queries.ts'

type AudienceQuery = {
  campaign: Pick<
    CampaignRow,
    'project_id' | 'audience_type' | 'segment_id' | 'audience_filter' | 'topic' | 'includes_control_group'
  >
  filters: Filters
  now: Date
}

/** The audience as an SQL condition on contacts. @throws AppError if the filter names a segment that was deleted */
export async function audienceCondition(
  db: Db | Trx,
  { campaign, filters, now }: AudienceQuery,
): Promise<RawBuilder<unknown>> {
  const { project_id: projectId, segment_id: segmentId, audience_filter: tree } = campaign
  if (tree !== null) return filters.matching(db, tree, { projectId, now, field: 'audienceFilter' })
  if (segmentId === null) return sql`true`
  return createContactSegments(filters).members(db, { projectId, segmentId, now })
}

/** The contacts in the topic of the campaign, as an SQL condition. @throws AppError if the topic was deleted */
export async function topicCondition(
  db: Db | Trx,
  { campaign: { project_id: projectId, topic }, filters, now }: AudienceQuery,
): Promise<RawBuilder<unknown>> {
  if (topic === null) return sql`true`
  const known = await listKnownTopics(db, { projectId })
  if (!known.some(({ key }) => key === topic)) throw topicDeleted(topic)
  const leaf = { field: `topics.${topic}`, operator: 'equals' as const, value: true }
  return filters.matching(db, { operator: 'AND', conditions: [leaf] }, { projectId, now, field: 'topic' })
}

/** The contacts in the control group, if the campaign leaves them out, as an SQL condition. Test recipients always get it. */
export async function controlCondition(
  db: Db | Trx,
  { campaign }: Pick<AudienceQuery, 'campaign'>,
): Promise<RawBuilder<unknown>> {
  const { project_id: projectId, includes_control_group: isIncluded } = campaign
  const percent = isIncluded ? 0 : ((await findProject(db, { projectId }))?.control_percent ?? 0)
  if (percent === 0) return sql`false`
  const isMember = controlGroupSql({
    projectId: sql`${projectId}::uuid`,
    contactId: sql`contacts.id`,
    percent: sql`${percent}::int`,
  })
  return sql`(${isMember} and contacts.email not like ${`%@${TEST_RECIPIENT_DOMAIN}`})`
}

/** The audience without who is not in the topic, and without the control group. */
export async function recipientCondition(db: Db | Trx, query: AudienceQuery): Promise<RawBuilder<unknown>> {
  const audience = await audienceCondition(db, query)
  const isControlled = await controlCondition(db, query)
  return sql`(${audience}) and (${await topicCondition(db, query)}) and not ${isControlled}`
}

/** Whether no contact would get the campaign. @throws AppError if the query takes too long */
export async function isAudienceEmpty(
  db: Db | Trx,
  query: AudienceQuery & { projectId: ProjectId },
): Promise<boolean> {
  const { projectId, filters } = query
  const matching = await recipientCondition(db, query)
  const run = (trx: Trx) => hasRecipient(trx, { projectId, matching })
  return !(await filters.run(db, { projectId, run }))
}
