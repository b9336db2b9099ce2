// Prepares a template again, because a partial that it contains or the brand kit changes.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../platform/db/client.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { currentBody } from '../blocks/resolve-body.ts'
import { findBrand } from '../brand/brand.queries.ts'
import { prepareTexts } from '../prepare/prepare-texts.service.ts'
import type { Check } from '../prepare/template-checks.ts'
import { fieldsOf, preparedOf } from '../template-rows.ts'
import type { PreparedVersion } from '../template-rows.ts'
import { syntaxMessageOf } from '../template-syntax.ts'
import { findTemplate, listTranslations } from '../templates.queries.ts'
import type { TemplateRef } from '../templates.queries.ts'
import { insertNextVersion } from '../templates.service.ts'

type PartialCheck = TemplateRef & { threads: ThreadPool; unsaved: { key: string; body: string } }

/** Prepares a template with a partial that is not saved yet. @throws AppError TEMPLATE_SYNTAX */
export async function checkWithPartial(db: Db, { unsaved, threads, ...ref }: PartialCheck): Promise<void> {
  const template = await findTemplate(db, ref)
  if (!template) return
  const fields = fieldsOf(template, await listTranslations(db, template))
  await prepareTexts(db, { threads, projectId: ref.projectId, fields, unsaved })
}

type Refresh = TemplateRef & { threads: ThreadPool; now: Date } & (
    | { partialKey: string; isFromBrand?: never }
    | { isFromBrand: true; partialKey?: never }
  )

// An attempt fails only if somebody saves the template or a partial at the same time.
const MOST_TRIES = 20

/** Prepares a template again after a change of a partial or of the brand kit. @returns why it could not be; it keeps its content then */
export async function refreshTemplate(db: Db, refresh: Refresh): Promise<string | undefined> {
  const { threads, projectId } = refresh
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const current = await findTemplate(db, refresh)
    if (!current) return undefined
    const translations = await listTranslations(db, current)
    const stored = fieldsOf(current, translations)
    const { kit, version: brandVersion } = await findBrand(db, { projectId })
    const fields = { ...stored, body: currentBody(stored, kit) }
    const before = preparedOf(current, translations)
    const prepared = await prepareTexts(db, { threads, projectId, fields }).catch(syntaxMessageOf)
    const problem = typeof prepared === 'string' ? prepared : undefined
    const after = typeof prepared === 'string' ? withCheck(before, notApplied(refresh, prepared)) : prepared
    if (isSameResult(before, after)) return problem
    const kept = problem === undefined ? fields : stored
    const next = { ...refresh, current, fields: kept, prepared: after, brandVersion }
    if (await insertNextVersion(db, next)) return problem
  }
  throw new Error(`the template ${refresh.templateId} is saved all the time`)
}

const isSameResult = (before: PreparedVersion, after: PreparedVersion): boolean =>
  before.html === after.html &&
  before.text === after.text &&
  isDeepStrictEqual(before.checks, after.checks) &&
  isDeepStrictEqual(textsOf(before), textsOf(after))

const textsOf = ({ translations }: PreparedVersion) =>
  Object.entries(translations).map(([language, { html, text }]) => ({ language, html, text }))

const withCheck = (prepared: PreparedVersion, check: Check): PreparedVersion => ({
  ...prepared,
  checks: [...prepared.checks.filter(({ code }) => code !== check.code), check],
})

function notApplied({ partialKey }: Refresh, problem: string): Check {
  const [code, changed] =
    partialKey === undefined
      ? ['BRAND_NOT_APPLIED', 'the brand kit']
      : ['PARTIAL_NOT_APPLIED', `the partial ${partialKey}`]
  return {
    code,
    level: 'warning',
    message: `The template still has an older version of ${changed}, because it cannot be prepared with the current one: ${problem}`,
  }
}
