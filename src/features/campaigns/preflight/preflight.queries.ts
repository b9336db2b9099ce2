// Counts over the audience of a campaign: one statement, one pass over its contacts.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { isEmptyAt } from '../../contacts/index.ts'
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
  /** A condition on contacts: who is in the control group, if the campaign leaves it out. */
  isControlled: RawBuilder<unknown>
  /** A condition on contacts: who is held back. */
  isHeld: RawBuilder<unknown>
  /** Paths in the data of a contact. */
  paths: readonly (readonly string[])[]
}

/**
 * Counts each contact by the gate that stops its email first, as delivery does. Uses a join, not a subquery per contact, so that the planner reads
 * both tables once.
 */
export async function countAudience(
  trx: Trx,
  { projectId, matching, inTopic, isControlled, isHeld, paths }: AudienceCountQuery,
): Promise<CountedAudience> {
  const stop = stopReason({
    contact: 'contacts',
    isMarketing: sql`true`,
    suppressedFor: sql`s.reason`,
    isOutsideTopic: sql`not (${inTopic})`,
    isControlled,
  })
  const isRecipient = sql`(gates.stop is null and not ${isHeld})`
  const empty = paths.map((path) => sql`count(*) filter (where ${isRecipient} and ${isEmptyAt(path)})`)
  const { rows } = await sql<CountedAudience>`
    select count(*) as matching, count(*) filter (where ${isRecipient}) as recipients,
      count(*) filter (where gates.stop is null and ${isHeld}) as "heldBack",
      count(*) filter (where gates.stop = 'unsubscribed') as unsubscribed,
      count(*) filter (where gates.stop = 'not_subscribed') as "neverSubscribed",
      count(*) filter (where gates.stop = s.reason) as suppressed,
      count(*) filter (where gates.stop = 'paused') as paused,
      count(*) filter (where gates.stop = 'not_in_topic') as "notInTopic",
      count(*) filter (where gates.stop = 'control_group') as "controlGroup",
      array[${sql.join(empty)}]::int[] as empty
    from contacts left join suppressions as s
      on s.project_id = contacts.project_id and s.email = contacts.email and ${suppressionInForce('s')}
    cross join lateral (select ${stop} as stop) as gates
    where contacts.project_id = ${projectId} and (${matching})`.execute(trx)
  return rows[0] ?? NOBODY
}

export type LanguageCount = { language: string; count: number }

// More than a message can name.
const MOST_LANGUAGES = 10

/** How many recipients have which language, by the first part of their locale, the most frequent first; without these languages. */
export async function countLanguages(
  trx: Trx,
  query: Pick<AudienceCountQuery, 'projectId' | 'matching' | 'inTopic'> & { except: readonly string[] },
): Promise<LanguageCount[]> {
  const { projectId, matching, inTopic, except } = query
  const { rows } = await sql<LanguageCount>`
    select of_contact.language, count(*) as count from contacts
    cross join lateral (
      select lower(split_part(translate(btrim(contacts.data ->> 'locale'), '_', '-'), '-', 1)) as language
    ) as of_contact
    where contacts.project_id = ${projectId} and contacts.subscribed and (${matching}) and (${inTopic})
      and jsonb_typeof(contacts.data -> 'locale') = 'string' and of_contact.language ~ '^[a-z]{2,3}$'
      and of_contact.language <> all(${except}::text[])
    group by 1 order by 2 desc, 1 limit ${MOST_LANGUAGES}`.execute(trx)
  return rows
}

const NOBODY: CountedAudience = {
  matching: 0,
  recipients: 0,
  heldBack: 0,
  unsubscribed: 0,
  neverSubscribed: 0,
  suppressed: 0,
  paused: 0,
  notInTopic: 0,
  controlGroup: 0,
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
