import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { EmailId } from '../../../platform/ids.ts'
import { suppressionInForce } from '../../suppressions/index.ts'
import { isHeld } from './campaign-emails.queries.ts'
import { isContactPaused, isStopped, subscriptionOf } from '../gates/recipient-gates.queries.ts'
import type { RecipientFacts } from '../gates/recipient-gates.ts'
import { CONTACT_OF_EMAIL, isPaused } from './claim.queries.ts'
import { givenClaims } from './email-ref.ts'
import type { ClaimRef } from './email-ref.ts'
import { LANE_NUMBERS } from './retry-schedule.ts'
import { topicState } from './topic-state.queries.ts'

export type ChangedEmail = RecipientFacts & {
  id: EmailId
  isContactGone: boolean
  /** The claim is lost, or the email must wait: its campaign is held, its project paused or disabled. */
  isWithdrawn: boolean
}

/**
 * Lists those of a worker's emails that may not be sent any more; nearly always none. Claims check the same, but with a
 * slow relay that was long ago.
 */
export const listChanged = (
  owner: string,
  refs: readonly ClaimRef[],
): RawBuilder<ChangedEmail> => sql<ChangedEmail>`
  select * from (
    select given.email_id as id, ${isContactGone} as "isContactGone", c.lane = ${MARKETING} as "isMarketing",
      s.reason as "suppressedFor", ${subscriptionOf('k')} as subscription, ${isContactPaused('k')} as "isPaused",
      ${topicState} as "topicState", c.email_id is null or ${isHeld('c')} or p.disabled_at is not null
        or (c.lane = ${MARKETING} and ${isPaused(sql`given.project_id`)}) as "isWithdrawn"
    from ${givenClaims(refs)}
    left join email_queue as c on c.project_id = given.project_id and c.email_id = given.email_id
      and c.fence = given.fence and c.lease_owner = ${owner}
    left join projects as p on p.id = given.project_id ${CONTACT_OF_EMAIL}
    left join suppressions as s on s.project_id = c.project_id and s.email = c.address and ${suppressionInForce('s')}
  ) as checked
  where "isWithdrawn" or "isContactGone" or ${isStopped}`

const MARKETING = sql.lit(LANE_NUMBERS.marketing)
const isContactGone = sql.raw(
  `(k.id is null and coalesce(c.contact_id::text, c.recipients ->> 'contactId') is not null)`,
)
