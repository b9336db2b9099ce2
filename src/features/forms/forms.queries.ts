import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { counterPartsWhere } from '../../platform/db/counters.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Forms } from '../../platform/db/tables.ts'
import type { FormId, ProjectId } from '../../platform/ids.ts'

export type FormRef = { projectId: ProjectId; formId: FormId }
export type FormRow = Selectable<Forms> & { submissions: number }

/** Forms with their submissions, from the counter and thus exact. Restrict it to forms of the same project. */
const withSubmissions = (projectId: ProjectId) => sql`
  select f.*, coalesce(counted.submissions, 0)::bigint as submissions from forms as f
  cross join lateral (
    select sum(value) as submissions
    from ${counterPartsWhere(sql`project_id = ${projectId} and counter = 'forms' and label = f.id || ' submissions'`)} as parts
  ) as counted`

/** Newest first. */
export async function listForms(
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<FormRow>> {
  const after = before === undefined ? sql`` : sql`and f.id < ${before}::uuid`
  const { rows } = await sql<FormRow>`
    ${withSubmissions(projectId)} where f.project_id = ${projectId} ${after}
    order by f.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** At most a hundred. */
export const countForms = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`forms where project_id = ${projectId}`)

export async function findForm(db: Db | Trx, { projectId, formId }: FormRef): Promise<FormRow | undefined> {
  const { rows } = await sql<FormRow>`
    ${withSubmissions(projectId)} where f.project_id = ${projectId} and f.id = ${formId}`.execute(db)
  return rows[0]
}

/** One at a time adds a form to the project, so that the limit holds. */
export async function lockForms(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('forms ' || ${projectId}, 0))`.execute(trx)
}

export async function lockForm(
  trx: Trx,
  { projectId, formId }: FormRef,
): Promise<Selectable<Forms> | undefined> {
  return trx
    .selectFrom('forms')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', formId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertForm(trx: Trx, row: Insertable<Forms>): Promise<void> {
  await trx.insertInto('forms').values(row).execute()
}

export async function updateForm(
  trx: Trx,
  { projectId, formId, changes }: FormRef & { changes: Updateable<Forms> },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await trx
    .updateTable('forms')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('id', '=', formId)
    .execute()
}

/** @returns false if it does not exist */
export async function deleteForm(trx: Trx, { projectId, formId }: FormRef): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('forms')
    .where('project_id', '=', projectId)
    .where('id', '=', formId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
