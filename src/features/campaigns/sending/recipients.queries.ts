// The ledger of recipients (migrations/0028_campaigns.sql): written once, when a campaign starts, and emptied as its emails are
// created.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { lowestIdOf } from '../../../platform/ids.ts'
import type { CampaignId, ContactId, ContentId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { insertCampaignEmails, mayGetMarketing } from '../../delivery/index.ts'
import { suppressionInForce } from '../../suppressions/index.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
import { LAST_SLOT, slotsFrom } from './local-time.ts'

type Audience = {
  projectId: ProjectId
  /** A condition on contacts. */
  matching: RawBuilder<unknown>
}

/** Selects the contacts of an audience who may get marketing email. */
const recipients = ({ projectId, matching }: Audience): RawBuilder<unknown> => sql`
  contacts.project_id = ${projectId} and ${mayGetMarketing('contacts')} and (${matching}) and not exists (
    select from suppressions as s
    where s.project_id = contacts.project_id and s.email = contacts.email and ${suppressionInForce('s')})`

export async function hasRecipient(trx: Trx, audience: Audience): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from contacts where ${recipients(audience)}) as found`.execute(trx)
  return rows[0]?.found === true
}

/** Lets one transaction at a time freeze a campaign. False if another one holds the lock. */
export async function tryLockFreeze(trx: Trx, { projectId, campaignId }: CampaignRef): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`freeze ${projectId} ${campaignId}`}, 0)) as locked`.execute(
    trx,
  )
  return rows[0]?.locked === true
}

/**
 * The id of the email to a contact: a UUIDv7 of the time at which the campaign started (48 bits), the rest a hash of
 * campaign and contact. The order of the hash is as good as random, so the first thousand recipients are a fair sample.
 */
export function emailIdOf({ campaignId, startedAt, slot }: EmailIdInput): RawBuilder<unknown> {
  const time = `${lowestIdOf(startedAt).replaceAll('-', '').slice(0, 12)}7`
  const hash = sql`left(encode(sha256(uuid_send(${campaignId}::uuid) || uuid_send(contacts.id)), 'hex'), 32)`
  const id = sql`overlay(overlay(${hash} placing ${time} from 1 for 13) placing '8' from 17 for 1)`
  if (slot === null) return sql`${id}::uuid`
  return sql`overlay(${id} placing lpad(to_hex(${slot}), 3, '0') from 14 for 3)::uuid`
}

/** `slot`: the minute at which the email is due (local-time.ts), as an expression. */
type EmailIdInput = { campaignId: CampaignId; startedAt: Date; slot: RawBuilder<unknown> | null }

export type LocalTime = {
  /** HH:MM */
  time: string
  /** The time zone for contacts that have none, or an unknown one. */
  zone: string
}

/**
 * For each time zone, the minute from the start at which it is next that time of day. Some hundred rows, however many contacts
 * there are. A time that a clock change skips moves to an hour later, as PostgreSQL reads it.
 */
const slotsOfZones = ({ time }: LocalTime, startedAt: Date): RawBuilder<unknown> => sql`
  select lower(name) as name, min(least(${LAST_SLOT}, greatest(0, ceil(extract(epoch from
    (case when today < here then today + interval '1 day' else today end) at time zone name - since) / 60))))::int as slot
  from pg_timezone_names
  cross join lateral (select ${slotsFrom(startedAt)}::timestamptz as since) as begun
  cross join lateral (select since at time zone name as here) as clock
  cross join lateral (select date_trunc('day', here) + ${time}::interval as today) as turn
  group by 1`

type RecipientsInput = Audience & { campaignId: CampaignId; startedAt: Date; localTime: LocalTime | null }

/**
 * Inserts all recipients in one statement and returns their number. Sorted, so that the primary key is written from left to
 * right.
 */
export async function insertRecipients(
  trx: Trx,
  { campaignId, startedAt, localTime, ...audience }: RecipientsInput,
): Promise<number> {
  const slotOf = (zone: string) => sql`(select slot from zones where name = ${zone.toLowerCase()})`
  const slot = localTime && sql`coalesce(own.slot, ${slotOf(localTime.zone)}, ${slotOf('UTC')}, 0)`
  const zones = localTime ? sql`with zones as materialized (${slotsOfZones(localTime, startedAt)})` : sql``
  const own = localTime
    ? sql`left join zones as own on own.name = lower(contacts.data ->> 'timezone')`
    : sql``
  const emailId = emailIdOf({ campaignId, startedAt, slot })
  const { numAffectedRows = 0n } = await sql`
    ${zones}
    insert into campaign_recipients (project_id, campaign_id, email_id, contact_id)
    select ${audience.projectId}::uuid, ${campaignId}::uuid, ${emailId} as email_id, contacts.id
    from contacts ${own} where ${recipients(audience)} order by email_id`.execute(trx)
  return Number(numAffectedRows)
}

type FeedInput = CampaignRef & {
  contentId: ContentId
  topic: string | null
  /** The last recipient that was processed. */
  position: EmailId | null
  scheduledFor: Date | null
  /** Recipients from this id on are not due yet; null if all are due. */
  before: string | null
  /** In the sample of a test: the variant of the first recipient, and the contents. Recipients get them in rotation. */
  variants: { first: number; contentIds: readonly ContentId[] } | null
  limit: number
  /** Whether to return the emails that were queued. */
  isListing: boolean
  now: Date
}

export type FedEmail = { id: EmailId; contactId: ContactId; contentId: ContentId }

export type FeedCounts = {
  /** Recipients that were processed, and the last of them. */
  chosen: number
  position: EmailId | null
  /** Recipients who got an email. The contacts of the others were deleted. */
  fed: number
  /** The emails that were queued, if they were wanted. */
  queued: FedEmail[] | null
}

/**
 * Creates the emails of the next recipients and stores the position, in one statement: a recipient leaves the ledger exactly
 * when its email is created. The row of a recipient whose contact was deleted stays. The caller has locked the campaign.
 */
export async function feedRecipients(trx: Trx, input: FeedInput): Promise<FeedCounts> {
  const { projectId, campaignId, contentId, position, before, limit, variants, isListing } = input
  const after = position === null ? sql`` : sql`and email_id > ${position}::uuid`
  const until = before === null ? sql`` : sql`and email_id < ${before}::uuid`
  const cohort = variants
    ? sql`((${variants.first}::int + number - 1) % ${variants.contentIds.length}::int)::smallint`
    : sql`null::smallint`
  const queued = isListing
    ? sql`(select json_agg(json_build_object('id', email_id, 'contactId', contact_id, 'contentId', content_id))
        from accepted where stop is null)`
    : sql`null::json`
  const contentOf = variants ? sql`(${variants.contentIds}::uuid[])[cohort + 1]` : sql`${contentId}::uuid`
  const { rows } = await sql<FeedCounts>`
    with next as materialized (
      select email_id, contact_id from campaign_recipients
      where project_id = ${projectId} and campaign_id = ${campaignId} ${after} ${until} order by email_id limit ${limit}
    ), chosen as materialized (
      select email_id, contact_id, cohort, ${contentOf} as content_id
      from (select email_id, contact_id, row_number() over (order by email_id) as number from next) as numbered
      cross join lateral (select ${cohort} as cohort) as part
    ), ${insertCampaignEmails(input)}, taken as (
      -- Not a join: the planner has no statistics of a ledger that was just written, and would compare every pair of rows
      -- (2,000 recipients: 13 s instead of 80 ms).
      delete from campaign_recipients where project_id = ${projectId} and campaign_id = ${campaignId}
        and email_id = any(array(select email_id from accepted))
      returning email_id
    ), reached as (
      select (select count(*) from chosen) as chosen, (select count(*) from taken) as fed,
        (select count(*) from accepted where is_simulated) as acted,
        (select email_id from chosen order by email_id desc limit 1) as position, ${queued} as queued
    ), moved as (
      update campaigns as c set position = coalesce(r.position, c.position), fed_count = c.fed_count + r.fed,
        gone_count = c.gone_count + r.chosen - r.fed, acted_count = c.acted_count + r.acted
      from reached as r where c.project_id = ${projectId} and c.id = ${campaignId}
    )
    select * from reached`.execute(trx)
  return rows[0] ?? { chosen: 0, position: null, fed: 0, queued: null }
}

/** Whether a recipient has not been processed yet. */
export async function hasUnfed(
  db: Db | Trx,
  { projectId, campaignId, position }: CampaignRef & { position: EmailId | null },
): Promise<boolean> {
  const after = position === null ? sql`` : sql`and email_id > ${position}::uuid`
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from campaign_recipients
      where project_id = ${projectId} and campaign_id = ${campaignId} ${after}) as found`.execute(db)
  return rows[0]?.found === true
}
