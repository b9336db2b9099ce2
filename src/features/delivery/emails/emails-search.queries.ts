// GET /emails?search=: the emails to contacts whose address contains a text, those whose subject contains it as the author
// wrote it, and copies (cc, bcc) to such an address. The text is looked for in contacts (contacts_email_search), contents
// (contents_subject_search) and among the few emails without a contact; from there emails_by_contact and
// emails_by_content lead to the emails, so that no email is read that does not match.
//
// That is only worth it while few contacts and contents match. A text that many have, such as "@" or "example.com", is found
// sooner by walking down from the newest email, where nearly every one matches.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containing } from '../../../platform/db/like.ts'
import type { ContactId, ContentId, EmailId, ProjectId } from '../../../platform/ids.ts'

// Looking up a thousand contacts takes some 10 ms per million emails. With more, the walk is faster.
const MOST_CANDIDATES = 1_000

/** What the text was found in. */
export type Candidates = { contactIds: ContactId[]; contentIds: ContentId[] }

type Search = { projectId: ProjectId; text: string }

/** Undefined when the text is too common to go by what it was found in. */
export async function findCandidates(db: Db | Trx, search: Search): Promise<Candidates | undefined> {
  const { rows } = await candidatesOf(search).execute(db)
  const { contactIds, contentIds } = rows[0] ?? { contactIds: [], contentIds: [] }
  const isCommon = contactIds.length > MOST_CANDIDATES || contentIds.length > MOST_CANDIDATES
  return isCommon ? undefined : { contactIds, contentIds }
}

/** The statement, apart so that a test can look at its plan. */
export const candidatesOf = (search: Search): RawBuilder<Candidates> => sql<Candidates>`
  select array(select id from contacts where ${isFoundInAddress(search, 'email')}
      limit ${MOST_CANDIDATES + 1}) as "contactIds",
    array(select id from contents where ${isFoundInSubject(search)} limit ${MOST_CANDIDATES + 1}) as "contentIds"`

/** Addresses are stored in lower case, so LIKE does. */
const isFoundInAddress = ({ projectId, text }: Search, column: 'email' | 'address') =>
  sql`project_id = ${projectId} and ${sql.ref(column)} like ${containing(text.toLowerCase())}`

const isFoundInSubject = ({ projectId, text }: Search) =>
  sql`project_id = ${projectId} and subject ilike ${containing(text)}`

/** For the walk: the condition on an email. The contents that match are found once, and not for each email. */
export const isFound = (search: Search): RawBuilder<unknown> => sql`(
  address like ${containing(search.text.toLowerCase())}
  or content_id in (select id from contents where ${isFoundInSubject(search)}))`

type Table = Record<'table' | 'id' | 'where', RawBuilder<unknown>> & { isQueue: boolean }
type Hits = Search & {
  candidates: Candidates
  /** The queue and the record, as far as the other filters leave them, with their conditions. */
  tables: readonly Table[]
}
type Counted = { total: number | null; ids: EmailId[] }
type Page = { limit: number; before: string | undefined; isTotalWanted: boolean }

/** The newest emails that match, one more than a page has, and how many there are in all. */
export async function findHits(db: Db | Trx, hits: Hits, page: Page): Promise<Counted> {
  const { rows } = await hitsOf(hits, page).execute(db)
  return rows[0] ?? { total: null, ids: [] }
}

/** The statement, apart so that a test can look at its plan. */
export function hitsOf(hits: Hits, { limit, before, isTotalWanted }: Page): RawBuilder<Counted> {
  const position = (id: RawBuilder<unknown>) =>
    before === undefined ? sql`` : sql`and ${id} < ${before}::uuid`
  const newest = hits.tables.flatMap((one) => newestOf(one, hits, { limit, position: position(one.id) }))
  const total = isTotalWanted
    ? sql`(select sum(count)::bigint from (${sql.join(
        hits.tables.flatMap((one) => countsOf(one, hits)),
        sql` union all `,
      )}) as counts)`
    : sql`null::bigint`
  return sql<Counted>`
    select ${total} as total, array(
      select distinct id from (${sql.join(newest, sql` union all `)}) as newest order by id desc limit ${limit + 1}
    ) as ids`
}

type Newest = { limit: number; position: RawBuilder<unknown> }

/**
 * A contact has few emails, so all of theirs are sorted. A content may have gone to a million people: the newest of each are
 * read from the end of its part of emails_by_content. The queue has no such index, and is walked once for all contents.
 */
function newestOf(
  { table, id, where, isQueue }: Table,
  { candidates: { contactIds, contentIds }, ...search }: Hits,
  { limit, position }: Newest,
): RawBuilder<unknown>[] {
  const newest = (condition: RawBuilder<unknown>) =>
    sql`(select ${id} as id from ${table} where ${where} and ${condition} ${position} order by ${id} desc limit ${limit + 1})`
  const parts = [newest(isFoundCopy(search))]
  if (contactIds.length > 0) parts.push(newest(sql`contact_id = any(${contactIds}::uuid[])`))
  if (contentIds.length > 0 && isQueue) parts.push(newest(sql`content_id = any(${contentIds}::uuid[])`))
  if (contentIds.length > 0 && !isQueue) {
    const ofOne = newest(sql`content_id = given.content`)
    parts.push(
      sql`(select one.id from unnest(${contentIds}::uuid[]) as given (content) cross join lateral ${ofOne} as one)`,
    )
  }
  return parts
}

const isFoundCopy = (search: Search) => sql`contact_id is null and ${isFoundInAddress(search, 'address')}`

/** Those of contents, then those of contacts and copies that have none of these contents: nothing is counted twice. */
function countsOf(
  { table, where }: Table,
  { candidates: { contactIds, contentIds }, ...search }: Hits,
): RawBuilder<unknown>[] {
  const ofContents = sql`content_id = any(${contentIds}::uuid[])`
  const isNew = contentIds.length > 0 ? sql`and not ${ofContents}` : sql``
  const count = (condition: RawBuilder<unknown>) =>
    sql`select count(*) as count from ${table} where ${where} and ${condition}`
  const counts = [count(sql`${isFoundCopy(search)} ${isNew}`)]
  if (contentIds.length > 0) counts.push(count(ofContents))
  if (contactIds.length > 0) counts.push(count(sql`contact_id = any(${contactIds}::uuid[]) ${isNew}`))
  return counts
}
