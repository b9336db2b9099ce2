import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { violatedConstraint } from '../../../platform/db/failures/database-errors.ts'
import { retryLate } from '../../../platform/db/transactions/late-db.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { PartialId, ProjectId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { deleteUses, requireUnused } from '../../uses/index.ts'
import { recordCouponUses } from '../coupon-uses.service.ts'
import { couponKeysIn } from '../coupon-variables.ts'
import { prepareBody } from '../prepare/prepare-body.service.ts'
import { syntaxMessageOf } from '../template-syntax.ts'
import type { NamedPartial } from './load-partials.service.ts'
import { recordPreparedUses } from './partial-uses.service.ts'
import { refreshTemplatesJob } from './partials.jobs.ts'
import {
  countPartials,
  deletePartial,
  findPartial,
  insertPartial,
  insertPartialVersion,
  listTemplatesWithPartial,
  lockPartial,
  lockPartials,
  updatePartial,
} from './partials.queries.ts'
import type { PartialRef, PartialRow } from './partials.queries.ts'
import type { EmailPartialCreate, EmailPartialPatch } from './partials.schema.ts'
import { checkWithPartial } from './refresh-template.service.ts'

// The keys of all of them are read to explain a wrong one.
export const MOST_PARTIALS = 100

type Context = { threads: ThreadPool; now: Date }
type CreateInput = Context & { projectId: ProjectId; partial: z.output<typeof EmailPartialCreate> }

const CHANGING = 'Other requests are changing partials at the same time.'

export async function createPartial(
  late: LateDb,
  { projectId, partial: { key, name, body }, threads, now }: CreateInput,
): Promise<PartialRow> {
  const ref = { projectId, partialId: newId<PartialId>(now) }
  try {
    return await retryLate(late, {
      attempt: async () => {
        const partials = await checkBody(late.db, { projectId, threads, key, body })
        return inTransaction(await late.begin(), async (trx) => {
          await lockPartials(trx, ref)
          if ((await countPartials(trx, ref)) >= MOST_PARTIALS) throw tooMany()
          if (!(await recordUses(trx, { ...ref, body, partials }))) return undefined
          await insertPartial(trx, { ...ref, key, name, body, now })
          return findPartial(trx, ref)
        })
      },
      message: CHANGING,
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'partials_key') throw error
    throw new AppError('CONFLICT', { message: `There is a partial with the key ${key}.`, cause: error })
  }
}

type BodyCheck = { projectId: ProjectId; threads: ThreadPool; key: string; body: string }

/** Prepares an email that consists of the partial. @returns the other partials that it contains @throws AppError TEMPLATE_SYNTAX */
async function checkBody(
  db: Db,
  { projectId, threads, key, body }: BodyCheck,
): Promise<readonly NamedPartial[]> {
  const fields = { subject: '', body: `{% include "${key}" %}`, text: null, type: 'TRANSACTIONAL' }
  const { partials } = await prepareBody(db, { threads, projectId, fields, unsaved: { key, body } })
  return partials.filter((one) => one.key !== key)
}

type PartialContent = PartialRef & { body: string; partials: readonly NamedPartial[] }

async function recordUses(
  trx: Trx,
  { projectId, partialId, body, partials }: PartialContent,
): Promise<boolean> {
  const record = { projectId, user: { kind: 'partial', id: partialId } as const }
  if (!(await recordPreparedUses(trx, { ...record, texts: [body], partials }))) return false
  await recordCouponUses(trx, { ...record, keys: couponKeysIn(body) })
  return true
}

type ChangeInput = Context & PartialRef & { patch: z.output<typeof EmailPartialPatch> }

/**
 * A new body creates a version, and a job prepares the templates that contain it. Those that change their body to the one they
 * have get none.
 */
export async function changePartial(late: LateDb, change: ChangeInput): Promise<PartialRow> {
  return retryLate(late, { attempt: () => attemptChange(late, change), message: CHANGING })
}

async function attemptChange(
  late: LateDb,
  { patch, threads, now, ...ref }: ChangeInput,
): Promise<PartialRow | undefined> {
  const current = requirePartial(await findPartial(late.db, ref))
  const { key, version } = current
  if (patch.key !== undefined && patch.key !== key) throw invalidFields(KEY_STAYS)
  const { name = current.name, body = current.body, ifVersion = version } = patch
  if (ifVersion !== version) throw versionConflict(ifVersion, version)
  const isNew = body !== current.body
  const partials = isNew ? await checkBody(late.db, { ...ref, threads, key, body }) : []
  if (isNew) await checkTemplates(late.db, { ...ref, threads, key, body })
  return inTransaction(await late.begin(), async (trx) => {
    await lockPartials(trx, ref)
    if ((await lockPartial(trx, ref))?.version !== version) return undefined
    if (!isNew) {
      await updatePartial(trx, { ...ref, name, version, now })
      return findPartial(trx, ref)
    }
    if (!(await recordUses(trx, { ...ref, body, partials }))) return undefined
    await insertPartialVersion(trx, { ...ref, version: version + 1, body, now })
    await updatePartial(trx, { ...ref, name, version: version + 1, now })
    await enqueue(trx, refreshTemplatesJob, { payload: ref, key: `partial ${ref.partialId}` })
    return findPartial(trx, ref)
  })
}

// Finds a mistake that concerns all of them, such as HTML for emails in MJML, in about a second. The job tells the others apart.
const MOST_CHECKED = 5

/** @throws AppError TEMPLATE_SYNTAX if one of the templates that contain the partial cannot be prepared with it */
async function checkTemplates(db: Db, { partialId, ...check }: BodyCheck & PartialRef): Promise<void> {
  const { projectId, threads, key, body } = check
  const ids = await listTemplatesWithPartial(db, { projectId, partialId, limit: MOST_CHECKED, after: null })
  for (const templateId of ids) {
    await checkWithPartial(db, { projectId, templateId, threads, unsaved: { key, body } }).catch(
      (error: unknown) => {
        const problem = syntaxMessageOf(error)
        const message = `The template ${templateId} cannot be prepared with this partial: ${problem}`
        throw new AppError('TEMPLATE_SYNTAX', { message, cause: error })
      },
    )
  }
}

/** @returns its key */
export async function removePartial(db: Db | Trx, ref: PartialRef): Promise<string> {
  const { projectId, partialId: id } = ref
  return inTransaction(db, async (trx) => {
    const partial = await lockPartial(trx, ref)
    if (!partial) throw noPartial()
    await requireUnused(trx, { projectId, used: { kind: 'partial', id } })
    await deletePartial(trx, ref)
    await deleteUses(trx, { projectId, user: { kind: 'partial', id } })
    return partial.key
  })
}

export function requirePartial(row: PartialRow | undefined): PartialRow {
  if (!row) throw noPartial()
  return row
}

const KEY_STAYS = {
  field: 'key',
  message: 'cannot be changed, because emails name the partial by it; create another partial',
  code: 'custom',
} as const

const versionConflict = (expected: number, version: number): AppError =>
  new AppError('CONFLICT', {
    message: `The partial is at version ${version}, not ${expected}: somebody else has saved it.`,
    suggestion: 'Get the partial again, and repeat your change on its current version.',
  })

const noPartial = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such partial.',
    suggestion: 'List the partials with GET /partials.',
  })

const tooMany = () =>
  new AppError('CONFLICT', {
    message: `A project can have at most ${MOST_PARTIALS} partials.`,
    suggestion: 'Delete a partial that is no longer used first.',
  })
