// The waiting emails of a campaign. Their ids are derived from the time at which it started, so they lie in one short
// range of the primary key: no index by campaign is needed. A pause holds them by their `run_at`, which claims check
// anyway, so it costs claims nothing; and there are never more of them than the campaign is ahead of sending.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { lowestIdAfter, lowestIdOf } from '../../../platform/ids.ts'
import type { CampaignId, ProjectId } from '../../../platform/ids.ts'
import { IS_NOT_PARKED } from './parked.queries.ts'
import { giveUpAt } from './retry-schedule.ts'

export type CampaignEmails = { projectId: ProjectId; campaignId: CampaignId; startedAt: Date }

/** A condition on email_queue, or with the column `id` on emails. */
export const ofCampaign = (
  { projectId, campaignId, startedAt }: CampaignEmails,
  column: 'email_id' | 'id' = 'email_id',
): RawBuilder<unknown> => sql`project_id = ${projectId} and campaign_id = ${campaignId}
  and ${sql.ref(column)} >= ${lowestIdOf(startedAt)}::uuid and ${sql.ref(column)} < ${lowestIdAfter(startedAt)}::uuid`

/** The `run_at` of an email that its paused campaign holds. */
export const HELD_AT = new Date('9999-12-31T00:00:00Z')
const HELD = sql.raw(`timestamptz '${HELD_AT.toISOString()}'`)

/** Whether the email of this row is held. */
export const isHeld = (row: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${row}.run_at`)} = ${HELD}`

/** The next `run_at` of an email `q` that has to be retried. An email that was held meanwhile stays held. */
export const unlessHeld = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${isHeld('q')} then q.run_at else ${time} end`

/**
 * The part `locked` of a statement, which then selects them by IS_LOCKED: not by a join, which the planner may run as a
 * nested loop over all rows.
 */
export const lockCampaignEmails = (campaign: CampaignEmails): RawBuilder<unknown> => sql`
  locked as materialized (
    select email_id from email_queue where ${ofCampaign(campaign)} order by email_id for update)`
export const IS_LOCKED = sql.raw('email_id = any(array(select email_id from locked))')

/** Holds the emails: from the commit on no worker claims them. One that is being sent ends, or is held when it comes back. */
export async function holdCampaign(trx: Trx, campaign: CampaignEmails): Promise<void> {
  await sql`
    with ${lockCampaignEmails(campaign)}
    update email_queue as q set run_at = ${HELD}
    where ${ofCampaign(campaign)} and ${IS_LOCKED} and not ${isHeld('q')}`.execute(trx)
}

/** Makes the held emails due, with the full retry time from now on. */
export async function releaseCampaign(
  trx: Trx,
  { now, ...campaign }: CampaignEmails & { now: Date },
): Promise<void> {
  await sql`
    with ${lockCampaignEmails(campaign)}
    update email_queue as q set run_at = ${now}, give_up_at = greatest(q.give_up_at, ${giveUpAt('marketing', now)})
    where ${ofCampaign(campaign)} and ${IS_LOCKED} and ${isHeld('q')}`.execute(trx)
}

export type WaitingEmails = {
  count: number
  /** Those without an attempt so far. */
  untried: number
  /** Those that the frequency cap or quiet hours hold, and those of them without an attempt. */
  held: number
  heldUntried: number
  /** When the first of them is due. */
  nextAt: Date | null
}

/** Counts the emails that will still be sent or are being sent. Parked emails never are. */
export async function countWaitingEmails(db: Db | Trx, campaign: CampaignEmails): Promise<WaitingEmails> {
  const { rows } = await sql<WaitingEmails>`
    select count(*) as count, count(*) filter (where attempts = 0) as untried, count(held_for) as held,
      count(held_for) filter (where attempts = 0) as "heldUntried", min(run_at) as "nextAt" from email_queue
    where ${ofCampaign(campaign)} and ${IS_NOT_PARKED}`.execute(db)
  return rows[0] ?? { count: 0, untried: 0, held: 0, heldUntried: 0, nextAt: null }
}
