import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { violatedConstraint } from '../../platform/db/failures/database-errors.ts'
import { retryLate } from '../../platform/db/transactions/late-db.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { copyName } from '../../platform/text/copy-name.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { requireTopics } from '../topics/index.ts'
import { isConfirmationTemplate } from '../projects/index.ts'
import { deleteUses, requireUnused } from '../uses/index.ts'
import { patchBody, resolveBody } from './blocks/resolve-body.ts'
import { recordCouponUses } from './coupon-uses.service.ts'
import { couponKeysOf } from './coupon-variables.ts'
import { findBrand, holdBrand } from './brand/brand.queries.ts'
import { recordPartialUses, recordPreparedUses } from './partials/partial-uses.service.ts'
import { prepareTexts } from './prepare/prepare-texts.service.ts'
import { fieldsOf, preparedOf, toRow, toTranslationRows, toVersionRow } from './template-rows.ts'
import type { Fields, PreparedVersion } from './template-rows.ts'
import {
  deleteTemplate,
  findTemplate,
  hasSavedVersion,
  insertTemplate,
  insertVersion,
  lockTemplate,
  incrementVersion,
  isAtVersion,
  listTranslations,
  shareTemplate,
} from './templates.queries.ts'
import type { TemplateRef, TemplateRow, TranslationRow } from './templates.queries.ts'
import type { TemplateCreate, TemplatePatch } from './templates.schema.ts'

type CreateFields = z.output<typeof TemplateCreate>
type SavedTemplate = TemplateRow & { translations: TranslationRow[] }
type SaveContext = { projectId: ProjectId; now: Date; threads: ThreadPool }

type CreateTemplateInput = SaveContext & {
  fields: CreateFields
  /** The caller creates the topic later in the same request. */
  isTopicComing?: boolean
}

export async function createTemplate(
  late: LateDb,
  { projectId, now, threads, fields: created, isTopicComing = false }: CreateTemplateInput,
): Promise<SavedTemplate> {
  if (!isTopicComing) await requireTopics(late.db, { projectId, keys: topicOf(created) })
  return retryLate(late, {
    attempt: async () => {
      const { kit, version: brandVersion } = await findBrand(late.db, { projectId })
      const fields = { ...created, ...resolveBody(created, { kit }) }
      const prepared = await prepareTexts(late.db, { threads, projectId, fields })
      return insertFirstVersion(await late.begin(), { projectId, now, fields, prepared, brandVersion })
    },
    message: 'Other requests are changing the partials of the template or the brand kit at the same time.',
  })
}

const topicOf = ({ topic }: { topic?: string | null | undefined }) =>
  typeof topic === 'string' ? [{ key: topic, field: 'topic' }] : []

/** The copy starts at version 1. */
export async function duplicateTemplate(
  db: Db | Trx,
  { now, ...ref }: TemplateRef & { now: Date },
): Promise<SavedTemplate> {
  return inTransaction(db, async (trx) => {
    // A change of a partial that has not reached the original yet reaches the copy too, because it waits for this lock.
    await shareTemplate(trx, ref)
    const original = await findTemplate(trx, ref)
    if (!original) throw new AppError('TEMPLATE_NOT_FOUND')
    const translations = await listTranslations(trx, original)
    const name = copyName(original.name, LONGEST_NAME)
    const fields = { ...fieldsOf(original, translations), name, alias: null }
    const copy = { projectId: ref.projectId, now, fields, prepared: preparedOf(original, translations) }
    const row = await insertFirstVersion(trx, copy)
    if (row) return row
    throw new AppError('CONFLICT', {
      message: 'The template is changing.',
      suggestion: 'Repeat the request.',
    })
  })
}

const LONGEST_NAME = 100

type FirstVersion = {
  projectId: ProjectId
  now: Date
  fields: Fields
  prepared: PreparedVersion
  /** The brand kit that the body was generated with; undefined if it is a copy. */
  brandVersion?: number
}

/** Undefined if a partial or the brand kit was changed since it was prepared. */
async function insertFirstVersion(
  db: Db | Trx,
  { projectId, now, fields, prepared, brandVersion }: FirstVersion,
): Promise<SavedTemplate | undefined> {
  const templateId = newId<TemplateId>(now)
  const parts = { projectId, templateId, version: 1, now, fields, prepared }
  const row = toVersionRow(parts)
  const translations = toTranslationRows(parts)
  const { name, alias, type } = fields
  const isSaved = await withFreeAlias(alias, () =>
    inTransaction(db, async (trx) => {
      if (!(await recordUses(trx, { projectId, templateId, fields, prepared, brandVersion }))) return false
      await insertTemplate(trx, { projectId, templateId, name, alias, type, now })
      await insertVersion(trx, { row, translations })
      return true
    }),
  )
  return isSaved ? { ...toRow(row), translations, alias, created_at: now, updated_at: now } : undefined
}

type TemplateContent = TemplateRef & {
  fields: Fields
  prepared: PreparedVersion
  brandVersion?: number | undefined
}

/** False, and nothing is written, if a partial or the brand kit was changed since the content was prepared. */
async function recordUses(
  trx: Trx,
  { projectId, templateId, fields, prepared: { partials, variables }, brandVersion }: TemplateContent,
): Promise<boolean> {
  if (fields.blocks && brandVersion !== undefined) {
    if (!(await holdBrand(trx, { projectId, version: brandVersion }))) return false
  }
  const record = { projectId, user: { kind: 'template', id: templateId } as const }
  const all = [fields, ...Object.values(fields.translations)]
  const texts = all.flatMap(({ body, text }) => [body, text])
  if (partials) {
    if (!(await recordPreparedUses(trx, { ...record, texts, partials }))) return false
  } else await recordPartialUses(trx, { ...record, texts })
  await recordCouponUses(trx, { ...record, keys: couponKeysOf(variables) })
  return true
}

type ChangeTemplateInput = SaveContext & TemplateRef & { patch: z.output<typeof TemplatePatch> }

/**
 * Every save creates a version, even without changes; a patch without any field saves nothing. The work in a thread happens
 * outside a transaction: if the template was saved meanwhile, the patch is applied to the new version.
 */
export async function changeTemplate(late: LateDb, input: ChangeTemplateInput): Promise<SavedTemplate> {
  return retryLate(late, {
    attempt: () => attemptChange(late, input),
    message: 'Other requests are changing the template at the same time.',
  })
}

async function attemptChange(
  late: LateDb,
  { patch: { ifVersion, ...patch }, ...context }: ChangeTemplateInput,
): Promise<SavedTemplate | undefined> {
  const current = await findTemplate(late.db, context)
  if (!current) throw new AppError('TEMPLATE_NOT_FOUND')
  if (ifVersion !== undefined && (await isSavedSince(late.db, { ...context, version: ifVersion }, current))) {
    throw versionConflict(ifVersion, current)
  }
  const stored = await listTranslations(late.db, current)
  const before = fieldsOf(current, stored)
  const changes = Object.entries(patch).filter(([, value]) => value !== undefined)
  if (changes.length === 0) return { ...current, translations: stored }
  if (patch.topic !== current.topic) {
    await requireTopics(late.db, { projectId: context.projectId, keys: topicOf(patch) })
  }
  const { kit, version: brandVersion } = await findBrand(late.db, context)
  const fields = {
    ...before,
    ...(Object.fromEntries(changes) as Partial<Fields>),
    ...patchBody(patch, before, { kit }),
    translations: translationsAfter(before, patch),
  }
  const prepared = isSameContent(before, fields)
    ? preparedOf(current, stored)
    : await prepareTexts(late.db, { threads: context.threads, projectId: context.projectId, fields })
  const next = { ...context, current, fields, prepared, ...(patch.blocks && { brandVersion }) }
  return insertNextVersion(await late.begin(), next)
}

/** A patch names single languages; null removes one. */
function translationsAfter(
  before: Fields,
  { translations = {} }: Pick<z.output<typeof TemplatePatch>, 'translations'>,
): Fields['translations'] {
  const merged = Object.entries({ ...before.translations, ...translations })
  return Object.fromEntries(merged.flatMap(([language, texts]) => (texts ? [[language, texts]] : [])))
}

/** Whether somebody has saved the template after this version. Versions that partials and the brand kit made do not count. */
async function isSavedSince(
  db: Db,
  { projectId, templateId, version }: TemplateRef & { version: number },
  current: TemplateRow,
): Promise<boolean> {
  if (version === current.version) return false
  return version > current.version || (await hasSavedVersion(db, { projectId, templateId, after: version }))
}

const versionConflict = (expected: number, { version }: TemplateRow): AppError =>
  new AppError('CONFLICT', {
    message: `The template is at version ${version}, not ${expected}: somebody else has saved it.`,
    suggestion: 'Get the template again, and repeat your change on its current version.',
  })

type NextVersion = TemplateRef & {
  current: TemplateRow
  now: Date
  fields: Fields
  prepared: PreparedVersion
  partialKey?: string
  isFromBrand?: boolean
  brandVersion?: number
}

/** Undefined if the template is no longer at the version it was read with, or if a partial or the brand kit was changed since. */
export async function insertNextVersion(
  db: Db | Trx,
  { current, now, partialKey, isFromBrand, ...content }: NextVersion,
): Promise<SavedTemplate | undefined> {
  const { version: from, created_at } = current
  const { projectId, templateId, fields } = content
  const parts = { ...content, version: from + 1, now, partialKey: partialKey ?? null, isFromBrand }
  const row = toVersionRow(parts)
  const translations = toTranslationRows(parts)
  const { name, alias, type } = fields
  const isSaved = await withFreeAlias(alias, () =>
    inTransaction(db, async (trx) => {
      const next = { projectId, templateId, name, alias, type, now, from }
      if (!(await isAtVersion(trx, next)) || !(await recordUses(trx, content))) return false
      await incrementVersion(trx, next)
      await insertVersion(trx, { row, translations })
      return true
    }),
  )
  return isSaved ? { ...toRow(row), translations, alias, created_at, updated_at: now } : undefined
}

/** @throws AppError CONFLICT if another template of the project has the alias */
async function withFreeAlias<T>(alias: string | null, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (violatedConstraint(error) !== 'templates_alias') throw error
    throw new AppError('CONFLICT', {
      message: `Another template has the alias "${alias}".`,
      suggestion: 'Choose another alias, or remove it from that template first: PATCH it with "alias": null.',
      cause: error,
    })
  }
}

export async function removeTemplate(db: Db | Trx, ref: TemplateRef): Promise<void> {
  const { projectId, templateId } = ref
  await inTransaction(db, async (trx) => {
    await lockTemplate(trx, ref)
    await requireUnused(trx, { projectId, used: { kind: 'template', id: templateId } })
    if (await isConfirmationTemplate(trx, ref)) throw usedByConfirmations()
    if (!(await deleteTemplate(trx, ref))) throw new AppError('TEMPLATE_NOT_FOUND')
    await deleteUses(trx, { projectId, user: { kind: 'template', id: templateId } })
  })
}

const usedByConfirmations = () =>
  new AppError('RESOURCE_IN_USE', {
    message: 'The template is in use by the double opt-in of the project.',
    suggestion:
      'Choose another template first, or the built-in email: PATCH /project {"doubleOptIn": {"templateId": null}}.',
  })

/** Whether the prepared content is still valid; the checks depend on the type. */
const isSameContent = (a: Fields, b: Fields): boolean =>
  a.subject === b.subject &&
  a.body === b.body &&
  a.text === b.text &&
  a.type === b.type &&
  a.previewText === b.previewText &&
  a.fromName === b.fromName &&
  isDeepStrictEqual(a.translations, b.translations)
