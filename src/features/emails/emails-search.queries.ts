// GET /emails?search=: the emails to contacts whose address contains a text, those whose subject contains it as the
// author wrote it, and copies (cc, bcc) to such an address. The text is searched in contacts (contacts_email_search),
// contents (contents_subject_search) and the few emails without a contact; from there emails_by_contact and
// emails_by_content lead to the emails, so that only matching emails are read.
//
// This pays off only while few contacts and contents match. A common text, such as "@" or "example.com", is found
// sooner by a scan from the newest email, where nearly every one matches.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { containing, containsText } from '../../platform/db/like.ts'
import type { ContactId, ContentId, EmailId, ProjectId } from '../../platform/ids.ts'
import { NEWEST_FIRST } from '../../platform/record-sorts.values.ts'
import type { TimeSort } from '../../platform/record-sorts.values.ts'

// Looking up a thousand contacts takes some 10 ms per million emails. With more, the scan is faster.
const MOST_CANDIDATES = 1_000

/** The order of emails, by id: ids are in the order in which emails were accepted. */
export function idOrder(sort: TimeSort = NEWEST_FIRST) {
  const isNewestFirst = sort === NEWEST_FIRST
  const beyond = sql.raw(isNewestFirst ? '<' : '>')
  return {
    direction: sql.raw(isNewestFirst ? 'desc' : 'asc'),
    /** Behind the last row of the previous page. */
    isBeyond: (id: RawBuilder<unknown>, last: string | undefined): RawBuilder<unknown> =>
      last === undefined ? sql`` : sql`and ${id} ${beyond} ${last}::uuid`,
    /** Takes values that are newest first. */
    inOrder: <Value>(newestFirst: Value[]): Value[] =>
      isNewestFirst ? newestFirst : newestFirst.toReversed(),
  }
}

export type Candidates = { contactIds: ContactId[]; contentIds: ContentId[] }

type Search = { projectId: ProjectId; text: string }

/** Undefined if the text is too common. */
export async function findCandidates(db: Db | Trx, search: Search): Promise<Candidates | undefined> {
  const { rows } = await candidatesOf(search).execute(db)
  const { contactIds, contentIds } = rows[0] ?? { contactIds: [], contentIds: [] }
  const isCommon = contactIds.length > MOST_CANDIDATES || contentIds.length > MOST_CANDIDATES
  return isCommon ? undefined : { contactIds, contentIds }
}

/** The statement, exported so that a test can check its plan. */
export const candidatesOf = (search: Search): RawBuilder<Candidates> => sql<Candidates>`
  select array(select id from contacts where ${isFoundInAddress(search, 'email')}
      limit ${MOST_CANDIDATES + 1}) as "contactIds",
    array(select id from contents where ${isFoundInSubject(search)} limit ${MOST_CANDIDATES + 1}) as "contentIds"`

/** Addresses are stored in lower case, so LIKE is enough. */
const isFoundInAddress = ({ projectId, text }: Search, column: 'email' | 'address') =>
  sql`project_id = ${projectId} and ${sql.ref(column)} like ${containing(text.toLowerCase())}`

const isFoundInSubject = ({ projectId, text }: Search) =>
  sql`project_id = ${projectId} and ${containsText(sql.ref('subject'), text)}`

/** The condition on an email for the scan. Matching contents are found once, and not for each email. */
export const isFound = (search: Search): RawBuilder<unknown> => sql`(
  address like ${containing(search.text.toLowerCase())}
  or content_id in (select id from contents where ${isFoundInSubject(search)}))`

type Table = Record<'table' | 'id' | 'where', RawBuilder<unknown>> & { isQueue: boolean }
type Hits = Search & {
  candidates: Candidates
  /** The queue and the record, with the conditions of the other filters. */
  tables: readonly Table[]
}
type SearchResult = { total: number | null; ids: EmailId[] }
type Page = {
  limit: number
  before: string | undefined
  isTotalWanted: boolean
  sort?: TimeSort | undefined
}

/** The first matching emails in the order, one more than a page has, and the total. */
export async function findHits(db: Db | Trx, hits: Hits, page: Page): Promise<SearchResult> {
  const { rows } = await hitsOf(hits, page).execute(db)
  return rows[0] ?? { total: null, ids: [] }
}

/**
 * The statement, exported so that a test can check its plan. Each use of `emails` makes the planner plan every month,
 * which takes longer than finding a handful of emails. So the emails of contacts and copies are read once, for the page
 * and the total.
 */
export function hitsOf(hits: Hits, { limit, before, isTotalWanted, sort }: Page): RawBuilder<SearchResult> {
  const { candidates, tables } = hits
  const { direction, isBeyond } = idOrder(sort)
  const cut = { limit, position: isBeyond(sql.ref('id'), before), direction }
  const contents = candidates.contentIds.length > 0
  const first = sql.join(
    [
      sql`(select id from found where true ${cutTo(cut)})`,
      ...(contents ? tables.map((one) => firstOfContents(one, candidates, cut)) : []),
    ],
    sql` union all `,
  )
  const counts = sql.join(
    [
      sql`select count(*) as count from found where not has_content`,
      ...(contents ? tables.map((one) => countOfContents(one, candidates)) : []),
    ],
    sql` union all `,
  )
  const total = isTotalWanted
    ? sql`(select sum(count)::bigint from (${counts}) as counts)`
    : sql`null::bigint`
  return sql<SearchResult>`
    with found as materialized (${foundBy(hits, isTotalWanted ? undefined : cut)})
    select ${total} as total, array(
      select distinct id from (${first}) as first order by id ${direction} limit ${limit + 1}
    ) as ids`
}

type Cut = { limit: number; position: RawBuilder<unknown>; direction: RawBuilder<unknown> }

/** The emails of matching contacts and copies: all of them if a total is wanted, else the first of the page. */
function foundBy(
  { candidates: { contactIds, contentIds }, tables, ...search }: Hits,
  cut: Cut | undefined,
): RawBuilder<unknown> {
  const hasContent = contentIds.length > 0 ? sql`content_id = any(${contentIds}::uuid[])` : sql`false`
  const found = tables.flatMap(({ table, id, where }) => {
    const by = (condition: RawBuilder<unknown>) => {
      const all = sql`select ${id} as id, ${hasContent} as has_content from ${table} where ${where} and ${condition}`
      return cut ? sql`(select * from (${all}) as e where true ${cutTo(cut)})` : all
    }
    const ofContacts = contactIds.length > 0 ? [by(sql`contact_id = any(${contactIds}::uuid[])`)] : []
    return [by(isFoundCopy(search)), ...ofContacts]
  })
  return sql.join(found, sql` union all `)
}

const cutTo = ({ limit, position, direction }: Cut) =>
  sql`${position} order by id ${direction} limit ${limit + 1}`

const isFoundCopy = (search: Search) => sql`contact_id is null and ${isFoundInAddress(search, 'address')}`

/**
 * A content may have a million emails: the first of each are read from one end of its range of emails_by_content. The
 * queue has no such index and is scanned once for all contents.
 */
function firstOfContents(
  { table, id, where, isQueue }: Table,
  { contentIds }: Candidates,
  cut: Cut,
): RawBuilder<unknown> {
  const firstBy = (condition: RawBuilder<unknown>) =>
    sql`(select id from (select ${id} as id, content_id from ${table} where ${where}) as e
      where ${condition} ${cutTo(cut)})`
  if (isQueue) return firstBy(sql`content_id = any(${contentIds}::uuid[])`)
  const ofOne = firstBy(sql`content_id = given.content`)
  return sql`(select one.id from unnest(${contentIds}::uuid[]) as given (content) cross join lateral ${ofOne} as one)`
}

const countOfContents = ({ table, where }: Table, { contentIds }: Candidates): RawBuilder<unknown> =>
  sql`select count(*) as count from ${table} where ${where} and content_id = any(${contentIds}::uuid[])`
