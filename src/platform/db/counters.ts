// Reads and folds the exact totals of migrations/0002_counters.sql. Triggers write them, or an insert into counter_deltas
// in the transaction of the change.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ProjectId } from '../ids.ts'
import type { Db, Trx } from './client.ts'

type CounterRef = {
  projectId: ProjectId
  counter: string
  label?: string
}

/** A relation of label and value, folded and unfolded, so a label may occur several times. */
export function counterParts({ projectId, counter, label }: CounterRef): RawBuilder<unknown> {
  const wanted = sql`project_id = ${projectId} and counter = ${counter}`
  const where = label === undefined ? wanted : sql`${wanted} and label = ${label}`
  return counterPartsWhere(where)
}

/** Like counterParts, for any condition on the columns of counters. */
export const counterPartsWhere = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select label, value from counters where ${where}
  union all
  select label, delta from counter_deltas where ${where}
)`

/** Current values by label, folded and unfolded, in one snapshot. */
export async function readCounter(db: Db | Trx, counter: CounterRef): Promise<Map<string, number>> {
  const { rows } = await sql<{ label: string; value: number }>`
    select label, sum(value)::bigint as value from ${counterParts(counter)} as parts
    group by label having sum(value) <> 0`.execute(db)
  return new Map(rows.map((row) => [row.label, row.value]))
}

type NamedCounterRef = { projectId: ProjectId; counter: string; name: string }

/** The labels '<name> <rest>'. A range of the primary key: the blank sorts before every other character that could continue a longer name. */
const ofName = ({ projectId, counter, name }: NamedCounterRef): RawBuilder<unknown> =>
  sql`project_id = ${projectId} and counter = ${counter} and label > ${`${name} `} and label < ${`${name}!`}`

/** Current values of the labels '<name> <rest>', by their rest. The name has no blank. */
export async function readNamedCounter(db: Db | Trx, named: NamedCounterRef): Promise<Map<string, number>> {
  const { rows } = await sql<{ rest: string; value: number }>`
    select substr(label, length(${named.name}) + 2) as rest, sum(value)::bigint as value
    from ${counterPartsWhere(ofName(named))} as parts group by label having sum(value) <> 0`.execute(db)
  return new Map(rows.map(({ rest, value }) => [rest, value]))
}

/** Sets the labels '<name> <rest>' to zero. Counters are sums of changes, so what has been counted is taken away. */
export async function clearNamedCounter(trx: Trx, named: NamedCounterRef): Promise<void> {
  const { projectId, counter } = named
  await sql`
    insert into counter_deltas (project_id, counter, label, delta)
    select ${projectId}::uuid, ${counter}, label, -sum(value) from ${counterPartsWhere(ofName(named))} as parts
    group by label having sum(value) <> 0`.execute(trx)
}

type CountersRef = {
  projectId: ProjectId
  counter: string
  names: readonly string[]
  rests: readonly string[]
}

/** Current values of several names, by name and rest, for the given rests only. */
export async function readNamedCounters(
  db: Db | Trx,
  { projectId, counter, names, rests }: CountersRef,
): Promise<Map<string, Map<string, number>>> {
  if (names.length === 0) return new Map()
  // Each label is looked up by the primary key, however many others there are.
  const where = sql`project_id = ${projectId} and counter = ${counter} and label = any(array(
    select name || ' ' || rest from unnest(${names}::text[]) as name, unnest(${rests}::text[]) as rest
  ))`
  const { rows } = await sql<{ name: string; rest: string; value: number }>`
    select split_part(label, ' ', 1) as name, substr(label, strpos(label, ' ') + 1) as rest, sum(value)::bigint as value
    from ${counterPartsWhere(where)} as parts group by label having sum(value) <> 0`.execute(db)
  const byName = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    [...byName].map(([name, own]) => [name, new Map(own.map(({ rest, value }) => [rest, value]))]),
  )
}

/** Adds one to each of these labels, in the transaction of what is counted. */
export async function addToCounter(
  trx: Trx,
  { projectId, counter, labels }: { projectId: ProjectId; counter: string; labels: readonly string[] },
): Promise<void> {
  await sql`
    insert into counter_deltas (project_id, counter, label, delta)
    select ${projectId}::uuid, ${counter}, label, 1 from unnest(${labels}::text[]) as label`.execute(trx)
}

/** Deletes labels of a counter in all projects, for housekeeping: rows in use are left for the next time. */
export async function deleteCounterLabels(
  db: Db,
  { counter, where }: { counter: string; where: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    with gone as materialized (
      select project_id, counter, label from counters where counter = ${counter} and (${where}) for update skip locked
    )
    delete from counters as c using gone as g
    where c.project_id = g.project_id and c.counter = g.counter and c.label = g.label`.execute(db)
}

type MonthsRef = {
  projectId: ProjectId
  counter: string
  /** Only the labels '<name> <month>'. Without it: all labels. */
  name?: string | undefined
}

/** The sum over all months of a counter whose labels are months, or names with months. */
export async function sumMonths(db: Db | Trx, counter: MonthsRef): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select ${sumOfMonths(counter)} as sum`.execute(db)
  return rows[0]?.sum ?? 0
}

/** The sum as a scalar within a larger statement. */
export const sumOfMonths = (counter: MonthsRef): RawBuilder<unknown> =>
  sql`(select coalesce(sum(value), 0)::bigint from ${monthParts(counter)} as parts)`

/** The months ('2026-05') with counts, newest first. */
export async function listCountedMonths(db: Db | Trx, counter: MonthsRef): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select right(label, 7) as month from ${monthParts(counter)} as parts
    group by 1 having sum(value) > 0 order by 1 desc`.execute(db)
  return rows.map(({ month }) => month)
}

function monthParts({ projectId, counter, name }: MonthsRef): RawBuilder<unknown> {
  const where =
    name === undefined
      ? sql`project_id = ${projectId} and counter = ${counter}`
      : sql`${ofName({ projectId, counter, name })} and length(label) = length(${name}) + 8`
  return counterPartsWhere(where)
}

/** Deletes a month from counters whose labels are months ('2026-05'), or names with months, in all projects. */
export async function deleteCounterMonth(
  db: Db,
  { counters, month }: { counters: readonly string[]; month: string },
): Promise<void> {
  const ofMonth = sql`counter = any(${counters}::text[]) and right(label, 7) = ${month}`
  await sql`
    with gone as (delete from counter_deltas where ${ofMonth})
    delete from counters where ${ofMonth}`.execute(db)
}

type Label = { project_id: ProjectId; counter: string; label: string }

/** Moves the deltas into the counters. Concurrent runs are safe: a delta can be deleted only once. */
export async function foldCounters(db: Db): Promise<void> {
  const { rows } = await sql<Label>`
    with gone as (delete from counter_deltas returning project_id, counter, label, delta), folded as (
      insert into counters as c (project_id, counter, label, value)
      select project_id, counter, label, sum(delta) from gone group by project_id, counter, label
      order by project_id, counter, label
      on conflict (project_id, counter, label) do update set value = c.value + excluded.value
      returning project_id, counter, label, value
    )
    select project_id, counter, label from folded where value = 0`.execute(db)
  if (rows.length > 0) await deleteZeros(db, rows)
}

/** A label at zero means nothing, and labels such as data keys come and go. Locked in the order of folding. */
async function deleteZeros(db: Db, labels: readonly Label[]): Promise<void> {
  await sql`
    with zero as (
      select c.project_id, c.counter, c.label from counters as c
      join json_to_recordset(${JSON.stringify(labels)}::json) as z (project_id uuid, counter text, label text)
        on c.project_id = z.project_id and c.counter = z.counter and c.label = z.label
      where c.value = 0 order by c.project_id, c.counter, c.label for update of c
    )
    delete from counters as c using zero as z
    where c.project_id = z.project_id and c.counter = z.counter and c.label = z.label
      and c.value = 0`.execute(db)
}
