// The draft of a campaign, and when it is saved. Pure.
import { ApiError } from '../../../../api/client/api-error.ts'
import type { Campaign } from '../../../../api/campaigns.ts'
import { sentence } from '../../../../components/forms/sentence.ts'
import { createDraftStorage } from '../../../../patterns/draft/draft-storage.ts'
import { recordDrafts } from '../../../../patterns/draft/record-draft.ts'
import { fieldsOf, isSame, mergeSaved } from './campaign-fields.ts'
import type { CampaignFields } from './campaign-fields.ts'

// Long enough not to save every letter, short enough that "Saved" is there when one looks up.
export const SAVE_MS = 700
// After the server did not answer.
export const RETRY_MS = 3_000

/** `version` is the time of the save on which the draft was begun. */
type StoredCampaign = { version: string; fields: CampaignFields }

const isStored = (stored: unknown): stored is StoredCampaign => {
  const draft = stored as StoredCampaign | null
  return typeof draft?.version === 'string' && typeof draft.fields?.body === 'string'
}

/** A save elsewhere that only changed the state of a campaign is no conflict: it concerns none of the fields. */
export const campaignDrafts = recordDrafts({
  storage: createDraftStorage('campaign', isStored),
  fieldsOf: (saved: Campaign) => fieldsOf(saved),
  isSame,
  mergeSaved,
  revisionOf: ({ updatedAt }) => updatedAt,
  store: ({ base, fields }) => ({ version: base.updatedAt, fields }),
  restore: ({ version, fields }, saved) => ({ base: { ...saved, updatedAt: version }, fields }),
  extra: {},
})

export type EditedCampaign = ReturnType<typeof campaignDrafts.draftOn>

export const isOpen = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'DRAFT' || status === 'SCHEDULED'

/** The last save, if it failed, with what it was to save. */
export type FailedSave = { draft: EditedCampaign; error: Error }

type Saving = {
  maySave: boolean
  isPending: boolean
  failed: FailedSave | undefined
}

/** How long after the last change it is saved; undefined if it is not. */
export function saveDelayMs(
  { base, fields }: EditedCampaign,
  { maySave, isPending, failed }: Saving,
): number | undefined {
  if (!maySave || isPending) return undefined
  const isRefused = failed?.draft.fields === fields && failed.draft.base === base
  if (!isRefused) return SAVE_MS
  // The server would refuse the same again; only a server that did not answer is asked once more.
  return failed.error instanceof ApiError ? undefined : RETRY_MS
}

/** What the server said about fields that have not been changed since, by their path. */
export function refusalsOf(
  { fields }: EditedCampaign,
  failed: FailedSave | undefined,
): Record<string, string> {
  if (!(failed?.error instanceof ApiError) || failed.draft.fields !== fields) return {}
  return Object.fromEntries(failed.error.fields.map(({ field, message }) => [field, sentence(message)]))
}
