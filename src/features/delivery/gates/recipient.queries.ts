import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, EventId, ProjectId } from '../../../platform/ids.ts'
import { suppressionInForce } from '../../suppressions/index.ts'
import { isContactPaused, subscriptionOf } from './recipient-gates.queries.ts'
import type { RecipientFacts } from './recipient-gates.ts'

/** One contact, as the gates see it. */
export type Recipient = {
  id: ContactId
  email: string
  subscription: RecipientFacts['subscription']
  /** The last change of the subscription; its id has the time. */
  subscriptionEventId: EventId | null
  pausedUntil: Date | null
  isPaused: boolean
  choices: Record<string, boolean>
  /** The last change of each choice. */
  choiceEventIds: Record<string, EventId>
  data: Record<string, unknown>
  suppressedFor: string | null
  suppressedSince: Date | null
  suppressedUntil: Date | null
}

type RecipientQuery = { projectId: ProjectId } & ({ contactId: ContactId } | { address: string })

export async function findRecipient(
  db: Db | Trx,
  { projectId, ...named }: RecipientQuery,
): Promise<Recipient | undefined> {
  const isNamed = 'contactId' in named ? sql`k.id = ${named.contactId}` : sql`k.email = ${named.address}`
  const { rows } = await sql<Recipient>`
    select k.id, k.email, ${subscriptionOf('k')} as subscription, k.subscription_event_id as "subscriptionEventId",
      k.paused_until as "pausedUntil", ${isContactPaused('k')} as "isPaused", k.topic_choices as choices, k.topic_event_ids as "choiceEventIds", k.data,
      s.reason as "suppressedFor", s.created_at as "suppressedSince", s.expires_at as "suppressedUntil"
    from contacts as k
    left join suppressions as s on s.project_id = k.project_id and s.email = k.email and ${suppressionInForce('s')}
    where k.project_id = ${projectId} and ${isNamed}`.execute(db)
  return rows[0]
}
