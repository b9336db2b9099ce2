import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/client.ts'
import type { EmailId, ProjectId } from '../../../../platform/ids.ts'
import type { EmailRef } from '../../../delivery/index.ts'

/** A point in the order in which emails arrive. */
export type ArrivalPoint = { at: Date; emailId: EmailId }

export type ArrivalFilter = {
  projectId: ProjectId
  /** Canonical. */
  address: string | null
  /** Part of the subject. */
  subject: string | null
  after: ArrivalPoint
}

/** `last`: the last email that was looked at. `isFull`: there may be more behind it. */
export type ArrivalSearch = { match: EmailId | undefined; last: ArrivalPoint | undefined; isFull: boolean }

/** ILIKE would miss a Greek word that ends with ς. */
const folded = (column: string) => sql`translate(lower(${sql.ref(column)}), 'ς', 'σ')`

/**
 * Looks for the oldest match of each filter, in one statement, among the next emails that arrived after its point, along the
 * index inbox_messages_arrival. An email that is still in the queue has no final subject and is not a match.
 */
export async function searchArrivals(
  db: Db,
  { filters, batch }: { filters: readonly ArrivalFilter[]; batch: number },
): Promise<ArrivalSearch[]> {
  const column = <Value>(pick: (filter: ArrivalFilter) => Value) => filters.map(pick)
  const { rows } = await sql<SearchRow>`
    select f.number::int, next.id, next.at, next.place::int, e.id is not null as "isMatch"
    from unnest(
      ${column(({ projectId }) => projectId)}::uuid[], ${column(({ address }) => address)}::text[],
      ${column(({ subject }) => subject)}::text[], ${column(({ after }) => after.at)}::timestamptz[],
      ${column(({ after }) => after.emailId)}::uuid[]
    ) with ordinality as f (project_id, address, subject, at, email_id, number)
    cross join lateral (
      select i.id, i.at, row_number() over (order by i.at, i.id) as place, count(*) over () as total
      from (
        select email_id as id, created_at as at from inbox_messages
        where project_id = f.project_id and (created_at, email_id) > (f.at, f.email_id)
        order by created_at, email_id limit ${batch}
      ) as i
    ) as next
    left join lateral (
      select ended.id from (
        select e.id, e.address, coalesce(e.subject, c.subject) as subject from emails as e
        join contents as c on c.project_id = f.project_id and c.id = e.content_id
        where e.project_id = f.project_id and e.id = next.id
      ) as ended
      where (f.address is null or ended.address = f.address)
        and (f.subject is null or position(${folded('f.subject')} in ${folded('ended.subject')}) > 0)
    ) as e on true
    where e.id is not null or next.place = next.total
    order by f.number, next.place`.execute(db)
  const byFilter = Map.groupBy(rows, ({ number }) => number - 1)
  return filters.map((_, number) => toSearch(byFilter.get(number) ?? [], batch))
}

type SearchRow = { number: number; id: EmailId; at: Date; place: number; isMatch: boolean }

/** The rows are the matches, in order, and the last email that was looked at. */
function toSearch(rows: readonly SearchRow[], batch: number): ArrivalSearch {
  const last = rows.at(-1)
  return {
    match: rows.find(({ isMatch }) => isMatch)?.id,
    last: last && { at: last.at, emailId: last.id },
    isFull: last?.place === batch,
  }
}

/** When the email arrived in the inbox. */
export async function findArrival(db: Db, { projectId, emailId }: EmailRef): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from inbox_messages where project_id = ${projectId} and email_id = ${emailId}
    order by month_id limit 1`.execute(db)
  return rows[0]?.at
}

export type Arrival = { to: string; subject: string; at: Date }

/** The newest emails after the point. */
export async function listArrivals(
  db: Db,
  { projectId, after, limit }: { projectId: ProjectId; after: ArrivalPoint; limit: number },
): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select e.address as "to", coalesce(e.subject, c.subject, '') as subject, i.created_at as at
    from (
      select email_id, created_at from inbox_messages
      where project_id = ${projectId} and (created_at, email_id) > (${after.at}, ${after.emailId}::uuid)
      order by created_at desc, email_id desc limit ${limit}
    ) as i
    join emails as e on e.project_id = ${projectId} and e.id = i.email_id
    left join contents as c on c.project_id = ${projectId} and c.id = e.content_id
    order by i.created_at desc, i.email_id desc`.execute(db)
  return rows
}
