// Counts over the audience of a campaign: one statement, one pass over its contacts.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { stopReason } from '../../delivery/index.ts'
import { suppressionInForce } from '../../suppressions/index.ts'
import type { AudienceCounts } from './preflight-problems.ts'

export type CountedAudience = AudienceCounts & {
  /** For each path, the number of recipients without a value. */
  empty: number[]
}

type AudienceCountQuery = {
  projectId: ProjectId
  /** A condition on contacts. */
  matching: RawBuilder<unknown>
  /** A condition on contacts: who is in the topic of the campaign. */
  inTopic: RawBuilder<unknown>
  /** Paths in the data of a contact. */
  paths: readonly (readonly string[])[]
}

/**
 * Counts each contact by the gate that stops its email first, as delivery does. Uses a join, not a subquery per contact, so that the planner reads
 * both tables once.
 */
export async function countAudience(
  trx: Trx,
  { projectId, matching, inTopic, paths }: AudienceCountQuery,
): Promise<CountedAudience> {
  const stop = stopReason({
    contact: 'contacts',
    isMarketing: sql`true`,
    suppressedFor: sql`s.reason`,
    isOutsideTopic: sql`not (${inTopic})`,
  })
  const isRecipient = sql`gates.stop is null`
  const isEmpty = (path: readonly string[]) =>
    path.length === 0 ? sql`true` : sql`coalesce(contacts.data #>> ${path}::text[], '') = ''`
  const empty = paths.map((path) => sql`count(*) filter (where ${isRecipient} and ${isEmpty(path)})`)
  const { rows } = await sql<CountedAudience>`
    select count(*) as matching, count(*) filter (where ${isRecipient}) as recipients,
      count(*) filter (where gates.stop = 'unsubscribed') as unsubscribed,
      count(*) filter (where gates.stop = 'not_subscribed') as "neverSubscribed",
      count(*) filter (where gates.stop = s.reason) as suppressed,
      count(*) filter (where gates.stop = 'paused') as paused,
      count(*) filter (where gates.stop = 'not_in_topic') as "notInTopic",
      array[${sql.join(empty)}]::int[] as empty
    from contacts left join suppressions as s
      on s.project_id = contacts.project_id and s.email = contacts.email and ${suppressionInForce('s')}
    cross join lateral (select ${stop} as stop) as gates
    where contacts.project_id = ${projectId} and (${matching})`.execute(trx)
  return rows[0] ?? NOBODY
}

const NOBODY: CountedAudience = {
  matching: 0,
  recipients: 0,
  unsubscribed: 0,
  neverSubscribed: 0,
  suppressed: 0,
  paused: 0,
  notInTopic: 0,
  empty: [],
}

export type SampleContact = { id: string; email: string; subscribed: boolean; data: Record<string, unknown> }

/** Any recipient. */
export async function findSample(
  trx: Trx,
  { projectId, matching, inTopic }: Pick<AudienceCountQuery, 'projectId' | 'matching' | 'inTopic'>,
): Promise<SampleContact | undefined> {
  const { rows } = await sql<SampleContact>`
    select id, email, subscribed, data from contacts
    where contacts.project_id = ${projectId} and contacts.subscribed and (${matching})
      and (${inTopic}) limit 1`.execute(trx)
  return rows[0]
}
