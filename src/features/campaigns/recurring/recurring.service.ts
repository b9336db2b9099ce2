// Creates and changes recurring campaigns. Their content is prepared here only to find mistakes: every run prepares it again.
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { retryLate } from '../../../platform/db/transactions/late-db.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId, RecurringId } from '../../../platform/ids.ts'
import { nextRun } from '../../../platform/time/next-run.ts'
import type { Filters } from '../../filters/index.ts'
import { couponKeysIn, findBrand, recordCouponUses, recordPartialUses } from '../../templates/index.ts'
import { deleteUses } from '../../uses/index.ts'
import { audienceProblems, contentProblems, planProblems } from '../campaigns.schema.ts'
import { checkFeed } from './feed/campaign-feed.service.ts'
import { prepareCampaign } from '../campaigns.service.ts'
import { requireUnchanged } from '../require-unchanged.ts'
import { recordSegmentUses } from '../segment-use.service.ts'
import { recordSenderUse } from '../sender-use.service.ts'
import { completeFields, findNamedTemplate } from '../template-content.service.ts'
import { recordTopicUse } from '../topic-use.service.ts'
import {
  countRecurring,
  deleteRecurring,
  findRecurring,
  insertRecurring,
  lockAllRecurring,
  lockRecurring,
  updateRecurring,
} from './recurring.queries.ts'
import type { RecurringRef, RecurringRow, StoredFields } from './recurring.queries.ts'
import { fieldsOfRun, recordTemplateUse, withoutBlocks } from './run-template.service.ts'
import type { RunFields } from './run-template.service.ts'
import type { RecurringCampaignCreate, RecurringCampaignPatch } from './recurring.schema.ts'

// A company has a handful of newsletters; each may run every hour.
const MOST_RECURRING = 100

type Tools = Pick<Deps, 'threads' | 'config' | 'http'> & { filters: Filters; now: Date }

type NewRecurring = Tools & { projectId: ProjectId; input: z.output<typeof RecurringCampaignCreate> }

export async function createRecurring(
  late: LateDb,
  { projectId, input, now, ...tools }: NewRecurring,
): Promise<RecurringRow> {
  const { name, cron, timezone, enabled, feed, template: key, blocks, ...given } = input
  const template = await findNamedTemplate(late.db, { projectId, key })
  const { kit } = await findBrand(late.db, { projectId })
  const fields = withoutBlocks(completeFields({ ...given, blocks }, { template, kit }))
  await checkFeed(tools, { db: late.db, projectId, fields, feed })
  await prepareCampaign(late.db, { ...tools, projectId, fields: { name, ...fields } })
  const ref = { projectId, recurringId: newId<RecurringId>(now) }
  const nextRunAt = enabled ? nextRun({ cron, timezone }, now) : null
  return inTransaction(await late.begin(), async (trx) => {
    await lockAllRecurring(trx, ref)
    if ((await countRecurring(trx, ref)) >= MOST_RECURRING) throw tooMany()
    await insertRecurring(trx, {
      project_id: projectId,
      id: ref.recurringId,
      name,
      enabled,
      cron,
      timezone,
      fields: JSON.stringify({ ...given, templateId: fields.templateId }),
      feed: feed && JSON.stringify(feed),
      next_run_at: nextRunAt,
      due_at: nextRunAt,
      created_at: now,
      updated_at: now,
    })
    await recordUses(trx, { ...ref, fields: enabled ? fields : null, config: tools.config })
    return requireRecurring(await findRecurring(trx, ref))
  })
}

/** `fields`: null if it is disabled. */
type RecurringUses = RecurringRef & { fields: RunFields | null } & Pick<Tools, 'config'>

/**
 * An enabled recurring campaign prevents the deletion of its template, segments, sender domain, topic, partials and coupon lists. A sender
 * or topic that the template gets later is not protected: the run finds out.
 */
async function recordUses(
  trx: Trx,
  { projectId, recurringId, fields, config }: RecurringUses,
): Promise<void> {
  const user = { projectId, user: { kind: 'recurring_campaign', id: recurringId } as const }
  if (fields === null) return deleteUses(trx, user)
  const { templateId, segmentId, audienceFilter, from, topic } = fields
  await recordTemplateUse(trx, { ...user, templateId })
  await recordSegmentUses(trx, { ...user, segmentId, audienceFilter })
  await recordSenderUse(trx, { ...user, address: from, config })
  await recordTopicUse(trx, { ...user, topic })
  // A template has its own partials, now and later.
  const texts = templateId === null ? [fields.body, ...(fields.variants ?? []).map(({ body }) => body)] : []
  await recordPartialUses(trx, { ...user, texts })
  await recordCouponUses(trx, { ...user, keys: couponKeysIn(JSON.stringify(fields)) })
}

type RecurringChange = Tools & RecurringRef & { patch: z.output<typeof RecurringCampaignPatch> }

export async function changeRecurring(late: LateDb, change: RecurringChange): Promise<RecurringRow> {
  return retryLate(late, {
    attempt: () => attemptChange(late, change),
    message: 'Other requests are changing the recurring campaign at the same time.',
  })
}

async function attemptChange(
  late: LateDb,
  { projectId, recurringId, patch, now, ...tools }: RecurringChange,
): Promise<RecurringRow | undefined> {
  const ref = { projectId, recurringId }
  const before = requireRecurring(await findRecurring(late.db, ref))
  requireUnchanged(before, { kind: 'recurring campaign', expected: patch.ifUpdatedAt })
  const { template: key, ...changes } = patch
  const template = await findNamedTemplate(late.db, { projectId, key })
  const named = key === undefined ? {} : { templateId: template?.template_id ?? null }
  const after = mergePatch(before, { ...changes, ...named })
  const isEnabledNow = after.enabled && !before.enabled
  // Disabling works even if the sender is no longer verified.
  const isSameContent = isDeepStrictEqual([after.fields, after.feed], [before.fields, before.feed])
  const isChecked = isEnabledNow || !isSameContent
  const fields = after.enabled || isChecked ? await fieldsOfRun(late.db, { projectId, ...after }) : null
  if (isChecked && fields) {
    await checkFeed(tools, { db: late.db, projectId, fields, feed: after.feed })
    await prepareCampaign(late.db, { ...tools, projectId, fields: { name: after.name, ...fields } })
  }
  return inTransaction(await late.begin(), async (trx) => {
    const current = await lockRecurring(trx, ref)
    if (!current) throw noRecurring()
    if (current.updated_at.getTime() !== before.updated_at.getTime()) return undefined
    const isSameTime = after.cron === current.cron && after.timezone === current.timezone && !isEnabledNow
    const nextRunAt = !after.enabled ? null : isSameTime ? current.next_run_at : nextRun(after, now)
    await updateRecurring(trx, {
      ...ref,
      changes: {
        ...after,
        fields: JSON.stringify(after.fields),
        feed: after.feed && JSON.stringify(after.feed),
        next_run_at: nextRunAt,
        due_at: current.run_requested_at ?? nextRunAt,
        updated_at: now,
      },
    })
    await recordUses(trx, { ...ref, fields: after.enabled ? fields : null, config: tools.config })
    return requireRecurring(await findRecurring(trx, ref))
  })
}

/** A patch that names its template by id. */
type ResolvedPatch = Omit<z.output<typeof RecurringCampaignPatch>, 'template'> &
  Pick<StoredFields, 'templateId'>
type MergedRecurring = Pick<RecurringRow, 'name' | 'cron' | 'timezone' | 'enabled' | 'feed' | 'fields'>

/** A new audience type clears the segment or filter of the old one. @throws AppError if the result contradicts itself */
function mergePatch(
  row: RecurringRow,
  { ifUpdatedAt: _ifUpdatedAt, ...patch }: ResolvedPatch,
): MergedRecurring {
  const { name = row.name, cron = row.cron, timezone = row.timezone, enabled = row.enabled } = patch
  const { feed = row.feed } = patch
  const { name: _name, cron: _cron, timezone: _timezone, enabled: _enabled, feed: _feed, ...changed } = patch
  const isOtherType = (changed.audienceType ?? row.fields.audienceType) !== row.fields.audienceType
  const given = Object.entries(changed).filter(([, value]) => value !== undefined)
  const fields: StoredFields = {
    ...row.fields,
    ...(isOtherType && { segmentId: null, audienceFilter: null }),
    ...Object.fromEntries(given),
  }
  const problems = [
    ...contentProblems({ ...fields, template: fields.templateId }),
    ...audienceProblems(fields),
    ...planProblems(fields).map(({ field, message, code }) => ({ field, message, code })),
  ]
  if (problems.length > 0) throw invalidFields(...problems)
  return { name, cron, timezone, enabled, feed, fields }
}

/** Asks for a run outside of the schedule, which also a disabled recurring campaign can have. */
export async function requestRun(
  db: Db | Trx,
  { now, ...ref }: RecurringRef & { now: Date },
): Promise<RecurringRow> {
  return inTransaction(db, async (trx) => {
    const row = await lockRecurring(trx, ref)
    if (!row) throw noRecurring()
    if (row.run_requested_at === null) {
      await updateRecurring(trx, { ...ref, changes: { run_requested_at: now, due_at: now } })
    }
    return requireRecurring(await findRecurring(trx, ref))
  })
}

/** The campaigns of its runs stay. */
export async function removeRecurring(db: Db | Trx, ref: RecurringRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await deleteRecurring(trx, ref))) throw noRecurring()
    const user = { kind: 'recurring_campaign', id: ref.recurringId } as const
    await deleteUses(trx, { projectId: ref.projectId, user })
  })
}

export function requireRecurring(row: RecurringRow | undefined): RecurringRow {
  if (!row) throw noRecurring()
  return row
}

const noRecurring = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such recurring campaign.',
    suggestion: 'List the recurring campaigns with GET /recurring-campaigns.',
  })

const tooMany = () =>
  new AppError('CONFLICT', {
    message: `A project can have at most ${MOST_RECURRING} recurring campaigns.`,
    suggestion: 'Delete one that is no longer used first.',
  })
