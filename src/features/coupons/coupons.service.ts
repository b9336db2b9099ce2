import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { violatedConstraint } from '../../platform/db/failures/database-errors.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { CouponCodeId, CouponListId, ProjectId } from '../../platform/ids.ts'
import { insertUsesOfCouponList, requireUnused } from '../uses/index.ts'
import {
  countCouponLists,
  deleteCouponList,
  findCouponList,
  insertCodes,
  insertCouponList,
  lockCouponList,
  lockCouponLists,
  lockListToDelete,
  renameCouponList,
} from './coupons.queries.ts'
import type { CouponListRef, CouponListRow } from './coupons.queries.ts'
import type { CouponListCreate, CouponListPatch } from './coupons.schema.ts'

const MOST_LISTS = 100

// Deleting a list of this size takes some seconds, within the time limit of a statement.
const MOST_CODES = 100_000

type CreateInput = { projectId: ProjectId; list: z.output<typeof CouponListCreate>; now: Date }

export async function createCouponList(
  db: Db | Trx,
  { projectId, list: { key, name }, now }: CreateInput,
): Promise<CouponListRow> {
  const ref = { projectId, listId: newId<CouponListId>(now) }
  try {
    return await inTransaction(db, async (trx) => {
      await lockCouponLists(trx, ref)
      if ((await countCouponLists(trx, ref)) >= MOST_LISTS) throw tooManyLists()
      await insertCouponList(trx, { project_id: projectId, id: ref.listId, key, name, created_at: now })
      await insertUsesOfCouponList(trx, { ...ref, key })
      return requireCouponList(await findCouponList(trx, ref))
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'coupon_lists_key') throw error
    throw new AppError('CONFLICT', { message: `There is a coupon list with the key ${key}.`, cause: error })
  }
}

export async function changeCouponList(
  db: Db | Trx,
  { patch: { key, name }, ...ref }: CouponListRef & { patch: z.output<typeof CouponListPatch> },
): Promise<CouponListRow> {
  return inTransaction(db, async (trx) => {
    const list = requireCouponList(await findCouponList(trx, ref))
    if (key !== undefined && key !== list.key) throw invalidFields(KEY_STAYS)
    if (name !== undefined) await renameCouponList(trx, { ...ref, name })
    return requireCouponList(await findCouponList(trx, ref))
  })
}

/** @returns the key of the list */
export async function removeCouponList(db: Db | Trx, ref: CouponListRef): Promise<string> {
  return inTransaction(db, async (trx) => {
    const list = await lockListToDelete(trx, ref)
    if (!list) throw noCouponList()
    await requireUnused(trx, { projectId: ref.projectId, used: { kind: 'coupon_list', id: ref.listId } })
    await deleteCouponList(trx, ref)
    return list.key
  })
}

type NewCodes = CouponListRef & {
  codes: readonly string[]
  /** How many codes a list can have. */
  most?: number
  now: Date
}

/** Adds codes in their order. Codes that the list has are skipped, so that a repeated call does no harm. */
export async function addCodes(
  db: Db | Trx,
  { codes, most = MOST_CODES, now, ...ref }: NewCodes,
): Promise<{ added: number; skipped: number }> {
  return inTransaction(db, async (trx) => {
    if (!(await lockCouponList(trx, ref))) throw noCouponList()
    const rows = [...new Set(codes)].map((code) => ({ id: newId<CouponCodeId>(now), code }))
    const added = await insertCodes(trx, { ...ref, codes: rows, now })
    const { total } = requireCouponList(await findCouponList(trx, ref))
    if (total > most) throw tooManyCodes(total - added, most)
    return { added, skipped: codes.length - added }
  })
}

export function requireCouponList(row: CouponListRow | undefined): CouponListRow {
  if (!row) throw noCouponList()
  return row
}

const KEY_STAYS = {
  field: 'key',
  message: 'cannot be changed, because emails name the list by it; create another list',
  code: 'custom',
} as const

const noCouponList = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such coupon list.',
    suggestion: 'List the coupon lists with GET /coupon-lists.',
  })

const tooManyLists = () =>
  new AppError('CONFLICT', {
    message: `A project can have at most ${MOST_LISTS} coupon lists.`,
    suggestion: 'Delete a list that is no longer used first.',
  })

const tooManyCodes = (total: number, most: number) =>
  new AppError('CONFLICT', {
    message: `A coupon list can have at most ${most} codes. This one has ${total}.`,
    suggestion: 'Create another list for the rest.',
  })
