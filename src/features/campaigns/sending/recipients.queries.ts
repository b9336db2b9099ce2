// The ledger of recipients (migrations/0028_campaigns.sql): written once, when a campaign starts, and emptied as its emails are
// created.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { lowestIdOf } from '../../../platform/ids.ts'
import type {
  CampaignId,
  ContactId,
  ContentId,
  EmailId,
  ProjectId,
  TemplateId,
} from '../../../platform/ids.ts'
import { ZONE_NAMES } from '../../best-hour/index.ts'
import { insertCampaignEmails, mayGetMarketing } from '../../delivery/index.ts'
import { insertMembers, isHeldBack } from '../../goals/index.ts'
import type { Holdout } from '../../goals/holdouts/holdouts.schema.ts'
import { suppressionInForce, TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
import { atBestHour, atLocalTime, bestHourTables, untimed } from './timing/timed-recipients.queries.ts'
import type { TimedRecipients, SendTimes } from './timing/timed-recipients.queries.ts'

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

/** `slot`: the minute at which the email is due (timing/local-time.ts), as an expression. */
type EmailIdInput = { campaignId: CampaignId; startedAt: Date; slot: RawBuilder<unknown> | null }

type RecipientsInput = Audience & { campaignId: CampaignId; startedAt: Date; timing: SendTimes | null }

function timed({ timing, matching, ...given }: RecipientsInput): TimedRecipients {
  const query = { ...given, recipients: recipients({ ...given, matching }) }
  switch (timing?.kind) {
    case undefined:
      return untimed(query)
    case 'localTime':
      return atLocalTime(query, timing)
    case 'bestHour':
      return atBestHour(query, timing)
  }
}

/**
 * Inserts all recipients in one statement, without those held back, and returns their number and how many of them have a cohort.
 * Sorted, so that the primary key is written from left to right.
 */
export async function insertRecipients(
  trx: Trx,
  { holdout, now, ...input }: RecipientsInput & { holdout: Holdout | null; now: Date },
): Promise<{ count: number; inCohorts: number }> {
  const { projectId, campaignId, startedAt, timing } = input
  const { tables, contacts, slot, cohort } = timed(input)
  const planned = sql`
    select ${emailIdOf({ campaignId, startedAt, slot })} as email_id, contacts.id as contact_id, ${cohort} as cohort
    from ${contacts}`
  const groups = holdout
    ? heldApart(planned, { projectId, campaignId, holdout, now })
    : [sql`planned as (select *, false as is_held from (${planned}) as p)`]
  const { numAffectedRows = 0n } = await sql`
    with ${sql.join([...tables, ...groups])}
    insert into campaign_recipients (project_id, campaign_id, email_id, contact_id, cohort)
    select ${projectId}::uuid, ${campaignId}::uuid, email_id, contact_id, cohort
    from planned where not is_held order by email_id`.execute(trx)
  const count = Number(numAffectedRows)
  const inCohorts = timing?.kind === 'bestHour' ? await countInCohorts(trx, { projectId, campaignId }) : 0
  return { count, inCohorts }
}

/** Test recipients are in neither group of a holdout, and get the campaign. */
function heldApart(
  planned: RawBuilder<unknown>,
  { projectId, campaignId, holdout, now }: CampaignRef & { holdout: Holdout; now: Date },
): RawBuilder<unknown>[] {
  const isHeld = isHeldBack({ ownerId: campaignId, ...holdout, contactId: sql`contact_id` })
  const isTest = sql`contact_id in (
    select id from contacts where project_id = ${projectId} and email like ${IS_TEST})`
  return [
    sql`planned as materialized (
      select *, not is_test and ${isHeld} as is_held from (select *, ${isTest} as is_test from (${planned}) as p) as p)`,
    insertMembers(
      { projectId, ownerId: campaignId, now },
      sql`select contact_id, is_held from planned where not is_test`,
    ),
  ]
}

async function countInCohorts(trx: Trx, { projectId, campaignId }: CampaignRef): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(cohort) as count from campaign_recipients
    where project_id = ${projectId} and campaign_id = ${campaignId}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** How many contacts of an audience get the campaign, and how many of them have a best hour. */
export async function countBestHours(
  trx: Trx,
  { isHeld, zone, now, ...audience }: Audience & { isHeld: RawBuilder<unknown>; zone: string; now: Date },
): Promise<{ recipients: number; known: number }> {
  const chosen = sql`${recipients(audience)} and not ${isHeld}`
  const query = { projectId: audience.projectId, startedAt: now, recipients: chosen }
  const { rows } = await sql<{ recipients: number; known: number }>`
    with names as materialized (${ZONE_NAMES}), ${sql.join(bestHourTables(query, zone))}
    select count(*) as recipients, count(hours.hour) as known
    from chosen left join hours on hours.contact_id = chosen.id`.execute(trx)
  return rows[0] ?? { recipients: 0, known: 0 }
}

/** The contacts that a campaign holds back, as a condition on contacts. */
export const heldContacts = ({
  id,
  holdout,
}: {
  id: CampaignId
  holdout: Holdout | null
}): RawBuilder<unknown> =>
  holdout === null
    ? sql`false`
    : sql`(${isHeldBack({ ownerId: id, ...holdout, contactId: sql`contacts.id` })} and contacts.email not like ${IS_TEST})`

/** A pattern of addresses. */
const IS_TEST = sql.lit(`%@${TEST_RECIPIENT_DOMAIN}`)

type FeedInput = CampaignRef & {
  templateId: TemplateId | null
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
    : sql`chosen_before`
  const queued = isListing
    ? sql`(select json_agg(json_build_object('id', email_id, 'contactId', contact_id, 'contentId', content_id))
        from accepted where stop is null)`
    : sql`null::json`
  const contentOf = variants ? sql`(${variants.contentIds}::uuid[])[cohort + 1]` : sql`${contentId}::uuid`
  const { rows } = await sql<FeedCounts>`
    with next as materialized (
      select email_id, contact_id, cohort as chosen_before from campaign_recipients
      where project_id = ${projectId} and campaign_id = ${campaignId} ${after} ${until} order by email_id limit ${limit}
    ), chosen as materialized (
      select email_id, contact_id, cohort, ${contentOf} as content_id
      from (select email_id, contact_id, chosen_before, row_number() over (order by email_id) as number from next) as numbered
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
