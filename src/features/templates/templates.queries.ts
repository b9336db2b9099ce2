// Templates in SQL. The content is in versions, which never change; the template only has the number of the current one. A save
// increments that number only if it is still the one that the save started from, so one of two concurrent saves starts over,
// and version numbers have no gaps and no duplicates.
import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { containsText } from '../../platform/db/like.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { TemplateVersions } from '../../platform/db/tables.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readId } from '../../platform/ids.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import type { Check } from './prepare/template-checks.ts'
import { isAlias } from './templates.schema.ts'
import type { Template, TemplateVersion, TemplateVersionSummary } from './templates.schema.ts'

export type TemplateRef = { projectId: ProjectId; templateId: TemplateId }
export type TemplateVersionRow = Selectable<TemplateVersions>
/** The current version, with the alias and the times of the template. */
export type TemplateRow = Omit<TemplateVersionRow, 'created_at'> & {
  alias: string | null
  created_at: Date
  updated_at: Date
}
export type TemplateVersionSummaryRow = Omit<
  TemplateVersionRow,
  'body' | 'blocks' | 'text_given' | 'html' | 'text_part'
>
export type NewVersion = Insertable<TemplateVersions> & { project_id: ProjectId; template_id: TemplateId }

const SUMMARY_COLUMNS = sql.raw(
  'v.project_id, v.template_id, v.version, v.name, v.description, v.preview_text, v.type, v.topic, v.subject, v.from_email, v.from_name, v.reply_to, v.variables, v.is_plain, v.checks',
)
const COLUMNS = sql`${SUMMARY_COLUMNS}, v.body, v.blocks, v.text_given, v.html, v.text_part`
const CURRENT = sql`
  select ${COLUMNS}, t.alias, t.created_at, t.updated_at from templates t
  join template_versions v on v.project_id = t.project_id and v.template_id = t.id and v.version = t.version`

export function toVersionSummary(row: TemplateVersionSummaryRow): z.infer<typeof TemplateVersionSummary> {
  return {
    name: row.name,
    description: row.description,
    previewText: row.preview_text,
    subject: row.subject,
    type: row.type as 'TRANSACTIONAL' | 'MARKETING',
    topic: row.topic,
    from: row.from_email,
    fromName: row.from_name,
    replyTo: row.reply_to,
    version: row.version,
    variables: row.variables,
    checks: row.checks as unknown as Check[],
    createdAt: row.created_at.toISOString(),
  }
}

export function toVersion(row: TemplateVersionRow): z.infer<typeof TemplateVersion> {
  const blocks = row.blocks as z.infer<typeof TemplateVersion>['blocks']
  return { ...toVersionSummary(row), body: row.body, text: row.text_given, blocks }
}

export function toTemplate(row: TemplateRow): z.infer<typeof Template> {
  return { id: row.template_id, alias: row.alias, ...toVersion(row), updatedAt: row.updated_at.toISOString() }
}

export async function findTemplate(
  db: Db | Trx,
  { projectId, templateId }: TemplateRef,
): Promise<TemplateRow | undefined> {
  const { rows } =
    await sql<TemplateRow>`${CURRENT} where t.project_id = ${projectId} and t.id = ${templateId}`.execute(db)
  return rows[0]
}

/** The templates with these ids or aliases, by the key of the request, with their current version. */
export async function listKnownTemplates(
  db: Db | Trx,
  { projectId, keys }: { projectId: ProjectId; keys: readonly string[] },
): Promise<Map<string, { templateId: TemplateId; version: number }>> {
  if (keys.length === 0) return new Map()
  const ids = keys.filter(isUuid)
  const { rows } = await sql<{ id: TemplateId; alias: string | null; version: number }>`
    select id, alias, version from templates
    where project_id = ${projectId}
      and (id = any(${ids}::uuid[]) or alias = any(${keys}::text[]))`.execute(db)
  const found = new Map<string, { templateId: TemplateId; version: number }>()
  for (const { id, alias, version } of rows) {
    for (const key of alias === null ? [id] : [id, alias]) found.set(key, { templateId: id, version })
  }
  const known = keys.flatMap((key) => {
    const template = found.get(isUuid(key) ? key.toLowerCase() : key)
    return template ? [[key, template] as const] : []
  })
  return new Map(known)
}

/** The senders of these templates, by id; templates without a sender are left out. */
export async function listTemplateSenders(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly TemplateId[] },
): Promise<Map<TemplateId, { email: string; name: string | null }>> {
  const { rows } = await sql<{ id: TemplateId; email: string; name: string | null }>`
    select t.id, v.from_email as email, v.from_name as name from templates t
    join template_versions v on v.project_id = t.project_id and v.template_id = t.id and v.version = t.version
    where t.project_id = ${projectId} and t.id = any(${ids}::uuid[]) and v.from_email is not null`.execute(db)
  return new Map(rows.map(({ id, ...sender }) => [id, sender]))
}

/** The topics of these templates; templates without one are left out. */
export async function listTemplateTopics(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly TemplateId[] },
): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select distinct v.topic from templates t
    join template_versions v on v.project_id = t.project_id and v.template_id = t.id and v.version = t.version
    where t.project_id = ${projectId} and t.id = any(${ids}::uuid[]) and v.topic is not null`.execute(db)
  return rows.map(({ topic }) => topic)
}

/** The fields of a template that decide about the recipients of its emails. */
export type TemplateEmail = { type: string; topic: string | null; from: string | null }

export async function listTemplateEmails(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly TemplateId[] },
): Promise<Map<TemplateId, TemplateEmail>> {
  const { rows } = await sql<TemplateEmail & { id: TemplateId }>`
    select t.id, v.type, v.topic, v.from_email as from from templates t
    join template_versions v on v.project_id = t.project_id and v.template_id = t.id and v.version = t.version
    where t.project_id = ${projectId} and t.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...email }) => [id, email]))
}

/** Prevents the deletion of these templates until the transaction ends. @returns those that exist */
export async function holdTemplates(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly TemplateId[] },
): Promise<TemplateId[]> {
  const { rows } = await sql<{ id: TemplateId }>`
    select id from templates where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for key share`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Resolves an id or an alias. An id is returned without checking that it exists. */
export async function findTemplateId(
  db: Db | Trx,
  { projectId, key }: { projectId: ProjectId; key: string },
): Promise<TemplateId | undefined> {
  const id = readId<TemplateId>(key)
  if (id || !isAlias(key)) return id
  const row = await db
    .selectFrom('templates')
    .select('id')
    .where('project_id', '=', projectId)
    .where('alias', '=', key)
    .executeTakeFirst()
  return row?.id
}

export type Filter = { type?: 'TRANSACTIONAL' | 'MARKETING' | undefined; search?: string | undefined }
type Tenant = { projectId: ProjectId; filter: Filter }
type ListOptions = Tenant & { limit: number; before: string | undefined; offset: number }

/** Newest first, starting after a template or at an offset. */
export async function listTemplates(
  db: Db | Trx,
  { projectId, filter, limit, before, offset }: ListOptions,
): Promise<Page<TemplateRow>> {
  const position = before === undefined ? sql`` : sql`and t.id < ${before}::uuid`
  const { rows } = await sql<TemplateRow>`
    ${CURRENT} where ${matching(projectId, filter)} ${position}
    order by t.id desc limit ${limit + 1} offset ${before === undefined ? offset : 0}`.execute(db)
  return cutPage(rows, limit)
}

/** The total, and how many templates precede the page that starts after `before`. */
export async function countTemplates(
  db: Db | Trx,
  { projectId, filter, before }: Tenant & { before: string | undefined },
): Promise<{ total: number; passed: number }> {
  const passed = before === undefined ? sql`false` : sql`t.id >= ${before}::uuid`
  const { rows } = await sql<{ total: number; passed: number }>`
    select count(*) as total, count(*) filter (where ${passed}) as passed
    from templates t where ${matching(projectId, filter)}`.execute(db)
  return rows[0] ?? { total: 0, passed: 0 }
}

function matching(projectId: ProjectId, { type, search }: Filter): RawBuilder<unknown> {
  const conditions = [sql`t.project_id = ${projectId}`]
  if (type !== undefined) conditions.push(sql`t.type = ${type}`)
  if (search !== undefined) conditions.push(containsText(sql.ref('t.name'), search.trim()))
  return sql.join(conditions, sql` and `)
}

type NewTemplate = TemplateRef & { name: string; alias: string | null; type: string; now: Date }

export async function insertTemplate(
  db: Db | Trx,
  { projectId, templateId, name, alias, type, now }: NewTemplate,
): Promise<void> {
  const row = {
    project_id: projectId,
    id: templateId,
    name,
    alias,
    type,
    version: 1,
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('templates').values(row).execute()
}

/** @returns false if the template was deleted or is no longer at version `from` */
export async function incrementVersion(
  db: Db | Trx,
  { projectId, templateId, name, alias, type, now, from }: NewTemplate & { from: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('templates')
    .set({ version: from + 1, name, alias, type, updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', templateId)
    .where('version', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertVersion(db: Db | Trx, row: NewVersion): Promise<void> {
  await db.insertInto('template_versions').values(row).execute()
}

/** Prevents new uses of the template. */
export async function lockTemplate(trx: Trx, { projectId, templateId }: TemplateRef): Promise<void> {
  await sql`select from templates where project_id = ${projectId} and id = ${templateId} for update`.execute(
    trx,
  )
}

/** Deletes its versions too (foreign key). @returns false if it does not exist */
export async function deleteTemplate(db: Db | Trx, { projectId, templateId }: TemplateRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('templates')
    .where('project_id', '=', projectId)
    .where('id', '=', templateId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** One version, current or not; queued emails refer to it. */
export async function findTemplateVersion(
  db: Db | Trx,
  { projectId, templateId, version }: TemplateRef & { version: number },
): Promise<TemplateVersionRow | undefined> {
  const { rows } = await sql<TemplateVersionRow>`
    select ${COLUMNS}, v.created_at from template_versions v
    where v.project_id = ${projectId} and v.template_id = ${templateId}
      and v.version = ${version}`.execute(db)
  return rows[0]
}

/** Newest first. */
export async function listVersions(
  db: Db | Trx,
  { projectId, templateId, limit, before }: TemplateRef & { limit: number; before: string | undefined },
): Promise<Page<TemplateVersionSummaryRow>> {
  const position = before === undefined ? sql`` : sql`and v.version < ${before}::int`
  const { rows } = await sql<TemplateVersionSummaryRow>`
    select ${SUMMARY_COLUMNS}, v.created_at from template_versions v
    where v.project_id = ${projectId} and v.template_id = ${templateId} ${position}
    order by v.version desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Zero if the template does not exist: every template has a version. */
export const countVersions = (db: Db | Trx, { projectId, templateId }: TemplateRef): Promise<number> =>
  countRows(db, sql`template_versions where project_id = ${projectId} and template_id = ${templateId}`)

/** The templates among these ids, for filters. Unknown ids are left out. */
export async function listTemplateNames(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from templates where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}
