// Reading what was sent, and taking back what still waits. `emails` is the hottest table of the product, so lists live
// on the indexes that sending needs anyway: pages walk down the primary key, emails_by_contact or
// emails_by_rare_status, newest first, and a search looks at every address on that walk.
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { readCounter } from '../../../platform/db/counters.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { EmailEvents, Emails } from '../../../platform/db/tables.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { CONTACT_OF_MAIL, MAKING } from '../queue/claim.queries.ts'
import type { ClaimedEmail, EmailRef } from '../queue/claim.queries.ts'
import type { EMAIL_STATUSES } from './emails.schema.ts'

type Columns =
  | 'id'
  | 'contact_id'
  | 'address'
  | 'status'
  | 'reason'
  | 'source'
  | 'lane'
  | 'template_id'
  | 'message_id'
  | 'subject'
  | 'tags'
  | 'attempts'
  | 'last_reply'
  | 'run_at'
  | 'give_up_at'
  | 'created_at'
  | 'sent_at'

/** A mail with what is told of its content; not with its variables, which may be large. */
export type EmailRow = Pick<Selectable<Emails>, Columns> & { from_email: string; content_subject: string }
/** The columns of MAKING. */
export type UnclaimedEmail = Omit<ClaimedEmail, 'contact_id' | 'attempts' | 'fence' | 'suppressed_for'>
export type EmailEventRow = Pick<Selectable<EmailEvents>, 'email_id' | 'type' | 'data' | 'created_at'>

const COLUMNS = sql.raw(`e.id, e.contact_id, e.address, e.status, e.reason, e.source, e.lane, e.template_id,
  e.message_id, e.subject, e.tags, e.attempts, e.last_reply, e.run_at, e.give_up_at, e.created_at, e.sent_at,
  c.from_email, c.subject as content_subject`)
const WITH_CONTENT = sql.raw('join contents as c on c.project_id = e.project_id and c.id = e.content_id')

export async function findEmail(
  db: Db | Trx,
  { projectId, emailId }: EmailRef,
): Promise<EmailRow | undefined> {
  const { rows } = await sql<EmailRow>`
    select ${COLUMNS} from emails as e ${WITH_CONTENT}
    where e.project_id = ${projectId} and e.id = ${emailId}`.execute(db)
  return rows[0]
}

/** As a worker gets it, to make it once more for who wants to read it. */
export async function findEmailToMake(
  db: Db | Trx,
  { projectId, emailId }: EmailRef,
): Promise<UnclaimedEmail | undefined> {
  const { rows } = await sql<UnclaimedEmail>`
    select ${MAKING} from emails as c ${CONTACT_OF_MAIL}
    where c.project_id = ${projectId} and c.id = ${emailId}`.execute(db)
  return rows[0]
}

export type Filter = {
  status?: (typeof EMAIL_STATUSES)[number] | undefined
  contactId?: string | undefined
  campaignId?: string | undefined
  search?: string | undefined
}
export type Matching = { projectId: ProjectId; filter: Filter }

type ListOptions = Matching & { limit: number; before: string | undefined }
type CountedPage = { page: Page<EmailRow>; total: number | null }

/** One page, newest first, and the exact number of all that match, if it is wanted. */
export async function listAndCountEmails(
  db: Db | Trx,
  { isTotalWanted, ...options }: ListOptions & { isTotalWanted: boolean },
): Promise<CountedPage> {
  if (isTotalWanted && searchText(options.filter) !== '') return searchEmails(db, options)
  const page = await listEmails(db, options)
  return { page, total: isTotalWanted ? await countEmails(db, options) : null }
}

/**
 * Page and total of a search from one look at every address, which is all it costs (a million mails, one of them meant:
 * 1,300 ms in two statements, half of it in one). The rows of the page are fetched by ctid, which stands still within
 * a statement: no statistics can mislead the planner there.
 */
async function searchEmails(db: Db | Trx, { limit, before, ...options }: ListOptions): Promise<CountedPage> {
  const position = before === undefined ? sql`` : sql`where id < ${before}::uuid`
  const { rows } = await sql<(EmailRow | { id: null }) & { total: number }>`
    with hits as materialized (select id, ctid as place from emails where ${matching(options)})
    select ${COLUMNS}, total from (select count(*) as total from hits) as counted
    left join emails as e on e.ctid = any(array(select place from hits ${position} order by id desc limit ${limit + 1}))
    left ${WITH_CONTENT} order by e.id desc`.execute(db)
  // An empty page is one row that holds only the total.
  const found = rows.filter((row): row is EmailRow & { total: number } => row.id !== null)
  return { page: cutPage(found, limit), total: rows[0]?.total ?? 0 }
}

/** The page is cut before its contents are looked up. */
async function listEmails(db: Db | Trx, { limit, before, ...options }: ListOptions): Promise<Page<EmailRow>> {
  const position = before === undefined ? sql`` : sql`and id < ${before}::uuid`
  const { rows } = await sql<EmailRow>`
    select ${COLUMNS} from (
      select * from emails where ${matching(options)} ${position} order by id desc limit ${limit + 1}
    ) as e ${WITH_CONTENT} order by e.id desc`.execute(db)
  return cutPage(rows, limit)
}

/** Exact. Without a filter it is read from a counter; with one it is counted. */
async function countEmails(db: Db | Trx, { projectId, filter }: Matching): Promise<number> {
  const { status, contactId, campaignId } = filter
  if ([status, contactId, campaignId].every((one) => one === undefined)) {
    return (await readCounter(db, { projectId, counter: 'emails' })).get('') ?? 0
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from emails where ${matching({ projectId, filter })}`.execute(db)
  return rows[0]?.count ?? 0
}

function matching({ projectId, filter }: Matching): RawBuilder<unknown> {
  const { status, contactId, campaignId } = filter
  const conditions = [sql`project_id = ${projectId}`]
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (contactId !== undefined) conditions.push(sql`contact_id = ${contactId}::uuid`)
  // Every mail is one of its own: a campaign that it could belong to does not exist.
  if (campaignId !== undefined) conditions.push(sql`false`)
  const text = searchText(filter)
  // Addresses are stored in lower case, so LIKE does.
  if (text !== '') conditions.push(sql`address like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`)
  return sql.join(conditions, sql` and `)
}

const searchText = ({ search = '' }: Filter) => search.trim().toLowerCase()

// Opens can be thousands, made by machines; beyond the newest hundred they tell nothing more.
const MOST_EVENTS = 100

/** What is stored of the given mails' histories, oldest first, from one visit to the primary key a mail. */
export async function listEmailEvents(
  db: Db | Trx,
  { projectId, emailIds }: { projectId: ProjectId; emailIds: readonly EmailId[] },
): Promise<EmailEventRow[]> {
  if (emailIds.length === 0) return []
  const { rows } = await sql<EmailEventRow>`
    select newest.* from unnest(${emailIds}::uuid[]) as given (id) cross join lateral (
      select email_id, id, type, data, created_at from email_events
      where project_id = ${projectId} and email_id = given.id order by id desc limit ${MOST_EVENTS}
    ) as newest order by newest.id`.execute(db)
  return rows
}

/**
 * "cancelled" of docs/states.md. One conditional update: against a worker that claims the mail at the same moment either
 * this or the claim finds the row in its state, never both. False when it does not wait (any more), or is not there.
 */
export async function cancelWaitingEmail(
  db: Db | Trx,
  { projectId, emailId, now }: EmailRef & { now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with cancelled as (
      update emails set status = 'CANCELLED', reason = null
      where project_id = ${projectId} and id = ${emailId} and status in ('QUEUED', 'SCHEDULED', 'DEFERRED')
      returning project_id, id
    )
    insert into email_events (project_id, email_id, id, type, created_at)
    select project_id, id, ${newId<EventId>(now)}::uuid, 'cancelled', ${now}::timestamptz from cancelled
    returning id`.execute(db)
  return rows.length > 0
}
