// What becomes of a campaign while it is edited: what it begins with, what a change elsewhere means, and when it is saved. Pure.
import { ApiError } from '../../../../api/client/api-error.ts'
import type { Campaign } from '../../../../api/campaigns.ts'
import { sentence } from '../../../../components/forms/sentence.ts'
import { fieldsOf, isSame, mergeSaved } from './campaign-fields.ts'
import type { CampaignFields, StoredDraft } from './campaign-fields.ts'
import type { Comparison } from '../../../../patterns/draft/record-draft.ts'

// Long enough not to save every letter, short enough that "Saved" is there when one looks up.
export const SAVE_MS = 700
// After the server did not answer.
export const RETRY_MS = 3_000

/** `isOutdated`: what stood there when its author began is not known any more, only that it was saved since. */
export type Work = { base: Campaign; fields: CampaignFields; isOutdated: boolean }

export const workOn = (base: Campaign, fields = fieldsOf(base)): Work => ({ base, fields, isOutdated: false })

/** `stored` is what the browser has kept of an earlier visit. */
export function begin(
  campaign: Campaign,
  stored: StoredDraft | undefined,
): { work: Work; isRestored: boolean } {
  if (!stored || isSame(stored.fields, campaign)) return { work: workOn(campaign), isRestored: false }
  const { version: updatedAt } = stored
  const isOutdated = updatedAt < campaign.updatedAt
  return { work: { base: { ...campaign, updatedAt }, fields: stored.fields, isOutdated }, isRestored: true }
}

export const isOpen = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'DRAFT' || status === 'SCHEDULED'

export function compare(work: Work, newest: Campaign): Comparison<Campaign, Work> {
  const { base, fields } = work
  const isDirty = !isSame(fields, base)
  const isNewer = newest.updatedAt > base.updatedAt
  // Nothing is being edited, so what somebody else saved is simply shown.
  if (!isNewer || !isDirty) {
    return { isDirty, conflict: undefined, followed: isNewer ? workOn(newest) : work }
  }
  const isChangedElsewhere = work.isOutdated || !isSame(newest, base)
  // Other changes, of its state, concern nobody's words.
  return isChangedElsewhere
    ? { isDirty, conflict: newest, followed: work }
    : { isDirty, conflict: undefined, followed: workOn(newest, fields) }
}

export const afterSave = (
  { fields }: Work,
  { sent, saved }: { sent: CampaignFields; saved: Campaign },
): Work => workOn(saved, mergeSaved(fields, { sent, saved }))

/** The last save, if it failed, with what it was to save. */
export type FailedSave = { work: Work; error: Error }

type Saving = {
  maySave: boolean
  isPending: boolean
  failed: FailedSave | undefined
}

/** How long after the last change it is saved; undefined if it is not. */
export function saveDelayMs(
  { base, fields }: Work,
  { maySave, isPending, failed }: Saving,
): number | undefined {
  if (!maySave || isPending) return undefined
  const isRefused = failed?.work.fields === fields && failed.work.base === base
  if (!isRefused) return SAVE_MS
  // The server would refuse the same again; only a server that did not answer is asked once more.
  return failed.error instanceof ApiError ? undefined : RETRY_MS
}

/** What the server said about fields that have not been changed since, by their path. */
export function refusalsOf({ fields }: Work, failed: FailedSave | undefined): Record<string, string> {
  if (!(failed?.error instanceof ApiError) || failed.work.fields !== fields) return {}
  return Object.fromEntries(failed.error.fields.map(({ field, message }) => [field, sentence(message)]))
}
