// The emails of a campaign that wait. Their ids are made from the time at which it started, so they lie in one short range
// of the primary key: no index by campaign is needed. A pause holds them by their time, since claims look at nothing else;
// so it costs those who claim nothing, and there are never more than the campaign is ahead of sending.
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

/** When an email is due that its campaign holds back: never, as far as any clock goes. */
export const HELD_AT = new Date('9999-12-31T00:00:00Z')
const HELD = sql.raw(`timestamptz '${HELD_AT.toISOString()}'`)

/** Whether an email is held back, of the row that is called so. */
export const isHeld = (row: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${row}.run_at`)} = ${HELD}`

/** The next time of an email `q` that was tried and has to be tried again. What is held meanwhile stays so. */
export const unlessHeld = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${isHeld('q')} then q.run_at else ${time} end`

/**
 * The part `theirs` of a statement, which then names them as IS_LOCKED: not by a join, which the planner could make a
 * comparison of each with each.
 */
export const lockCampaignEmails = (campaign: CampaignEmails): RawBuilder<unknown> => sql`
  theirs as materialized (
    select email_id from email_queue where ${ofCampaign(campaign)} order by email_id for update)`
export const IS_LOCKED = sql.raw('email_id = any(array(select email_id from theirs))')

/** From the commit on no worker claims them. What one has in hand already ends as it ends, or comes back and is held. */
export async function holdCampaign(trx: Trx, campaign: CampaignEmails): Promise<void> {
  await sql`
    with ${lockCampaignEmails(campaign)}
    update email_queue as q set run_at = ${HELD}
    where ${ofCampaign(campaign)} and ${IS_LOCKED} and not ${isHeld('q')}`.execute(trx)
}

/** They are due from now on, and are tried for as long as if they had been accepted now. */
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
  /** Those that no worker has tried yet. */
  untried: number
  /** When the first of them is due. */
  nextAt: Date | null
}

/** Those that will still be sent, or are being sent. What is parked never will. */
export async function countWaitingEmails(db: Db | Trx, campaign: CampaignEmails): Promise<WaitingEmails> {
  const { rows } = await sql<WaitingEmails>`
    select count(*) as count, count(*) filter (where attempts = 0) as untried, min(run_at) as "nextAt" from email_queue
    where ${ofCampaign(campaign)} and ${IS_NOT_PARKED}`.execute(db)
  return rows[0] ?? { count: 0, untried: 0, nextAt: null }
}
