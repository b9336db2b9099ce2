// Templates in SQL. The content is in versions, which never change; the template only has the number of the current one. A save
// locks the template and increments that number only if it is still the one that the save started from, so one of two concurrent saves starts over,
// and version numbers have no gaps and no duplicates.
import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import { nameContains, recordOrder } from '../../platform/db/record-order.ts'
import type { RecordFilter } from '../../platform/db/record-order.ts'
import type { TemplateTranslations, TemplateVersions } from '../../platform/db/tables.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readId } from '../../platform/ids.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import type { Check } from './prepare/template-checks.ts'
import { newerDocument } from './blocks/older-documents.values.ts'
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
  'v.project_id, v.template_id, v.version, v.name, v.description, v.preview_text, v.type, v.topic, v.subject, v.from_email, v.from_name, v.reply_to, v.variables, v.is_plain, v.checks, v.partial_key, v.from_brand, v.languages',
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
    languages: row.languages,
    variables: row.variables,
    checks: row.checks as unknown as Check[],
    partial: row.partial_key,
    brand: row.from_brand,
    createdAt: row.created_at.toISOString(),
  }
}

/** A version with its translations. */
type TranslatedRow<Row> = Row & { translations: readonly TranslationRow[] }

type StoredBlocks = NonNullable<z.infer<typeof TemplateVersion>['blocks']>

export function toVersion(row: TranslatedRow<TemplateVersionRow>): z.infer<typeof TemplateVersion> {
  const blocks = row.blocks === null ? null : newerDocument(row.blocks as StoredBlocks)
  const translations = Object.fromEntries(
    row.translations.map(({ language, subject, preview_text: previewText, body, text_given: text }) => [
      language,
      { subject, previewText, body, text },
    ]),
  )
  return { ...toVersionSummary(row), body: row.body, text: row.text_given, blocks, translations }
}

export function toTemplate(row: TranslatedRow<TemplateRow>): z.infer<typeof Template> {
  return { id: row.template_id, alias: row.alias, ...toVersion(row), updatedAt: row.updated_at.toISOString() }
}

export type TranslationRow = Selectable<TemplateTranslations>

type VersionRef = Pick<TemplateVersionRow, 'project_id' | 'template_id' | 'version' | 'languages'>

/** The translations of a version, by language. Asks nothing if it has none. */
export async function listTranslations(
  db: Db | Trx,
  { project_id: projectId, template_id: templateId, version, languages }: VersionRef,
): Promise<TranslationRow[]> {
  if (languages.length === 0) return []
  const { rows } = await sql<TranslationRow>`
    select * from template_translations
    where project_id = ${projectId} and template_id = ${templateId} and version = ${version}
    order by language`.execute(db)
  return rows
}

/** The rows with their translations. */
export async function withTranslations<Row extends VersionRef>(
  db: Db | Trx,
  rows: readonly Row[],
): Promise<TranslatedRow<Row>[]> {
  const translated: TranslatedRow<Row>[] = []
  for (const row of rows) translated.push({ ...row, translations: await listTranslations(db, row) })
  return translated
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

// Names for a message: more are not compared with what was typed.
const MOST_NAMES = 500

/** Lists the names by which calls find templates: aliases, and the ids of those without one; the newest 500. */
export async function listTemplateKeys(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select coalesce(alias, id::text) as key from templates where project_id = ${projectId}
    order by id desc limit ${MOST_NAMES}`.execute(db)
  return rows.map(({ key }) => key)
}

/** The variables of the current versions of these templates, by id. */
export async function listTemplateVariables(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly TemplateId[] },
): Promise<Map<TemplateId, string[]>> {
  const { rows } = await sql<{ id: TemplateId; variables: string[] }>`
    select t.id, v.variables from templates t
    join template_versions v on v.project_id = t.project_id and v.template_id = t.id and v.version = t.version
    where t.project_id = ${projectId} and t.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, variables }) => [id, variables]))
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

export type Filter = RecordFilter & { type?: 'TRANSACTIONAL' | 'MARKETING' | undefined }
type Tenant = { projectId: ProjectId; filter: Filter }
type ListOptions = Tenant & { limit: number; before: string | undefined; offset: number }

/** Starting after a template or at an offset. */
export async function listTemplates(
  db: Db | Trx,
  { projectId, filter, limit, before, offset }: ListOptions,
): Promise<Page<TemplateRow>> {
  const { orderBy, isAfter } = recordOrder('t', { sort: filter.sort, before })
  const { rows } = await sql<TemplateRow>`
    ${CURRENT} where ${matching(projectId, filter)} and ${isAfter}
    order by ${orderBy} limit ${limit + 1} offset ${before === undefined ? offset : 0}`.execute(db)
  return cutPage(rows, limit)
}

/** The total, and how many templates precede the page that starts after `before`. */
export async function countTemplates(
  db: Db | Trx,
  { projectId, filter, before }: Tenant & { before: string | undefined },
): Promise<{ total: number; passed: number }> {
  const { isAfter } = recordOrder('t', { sort: filter.sort, before })
  const { rows } = await sql<{ total: number; passed: number }>`
    select count(*) as total, count(*) filter (where not ${isAfter}) as passed
    from templates t where ${matching(projectId, filter)}`.execute(db)
  return rows[0] ?? { total: 0, passed: 0 }
}

function matching(projectId: ProjectId, { type, ...filter }: Filter): RawBuilder<unknown> {
  const conditions = [sql`t.project_id = ${projectId}`, nameContains('t', filter)]
  if (type !== undefined) conditions.push(sql`t.type = ${type}`)
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

/** Locks the template. False if it was deleted or is no longer at version `from`. */
export async function isAtVersion(
  trx: Trx,
  { projectId, templateId, from }: TemplateRef & { from: number },
): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    select version from templates where project_id = ${projectId} and id = ${templateId}
    for no key update`.execute(trx)
  return rows[0]?.version === from
}

/** The caller has locked the template and found it at version `from`. */
export async function incrementVersion(
  trx: Trx,
  { projectId, templateId, name, alias, type, now, from }: NewTemplate & { from: number },
): Promise<void> {
  await trx
    .updateTable('templates')
    .set({ version: from + 1, name, alias, type, updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', templateId)
    .execute()
}

export async function insertVersion(
  trx: Trx,
  { row, translations }: { row: NewVersion; translations: readonly Insertable<TemplateTranslations>[] },
): Promise<void> {
  await trx.insertInto('template_versions').values(row).execute()
  if (translations.length === 0) return
  const rows = [...translations]
  await trx.insertInto('template_translations').values(rows).execute()
}

/** Prevents new uses of the template. */
export async function lockTemplate(trx: Trx, { projectId, templateId }: TemplateRef): Promise<void> {
  await sql`select from templates where project_id = ${projectId} and id = ${templateId} for update`.execute(
    trx,
  )
}

/** Keeps the template at its version until the transaction ends. */
export async function shareTemplate(trx: Trx, { projectId, templateId }: TemplateRef): Promise<void> {
  await sql`select from templates where project_id = ${projectId} and id = ${templateId} for share`.execute(
    trx,
  )
}

/** Whether somebody has saved a version after this one. Versions that a partial or the brand kit made do not count. */
export async function hasSavedVersion(
  db: Db | Trx,
  { projectId, templateId, after }: TemplateRef & { after: number },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from template_versions where project_id = ${projectId} and template_id = ${templateId}
      and version > ${after} and partial_key is null and not from_brand) as found`.execute(db)
  return rows[0]?.found ?? false
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
