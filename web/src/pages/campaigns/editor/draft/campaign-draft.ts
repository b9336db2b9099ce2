// The draft of a campaign, and its autosave. Pure.
import { ApiError, isPassing } from '../../../../api/client/api-error.ts'
import type { Campaign } from '../../../../api/sending/campaigns.ts'
import { sentence } from '../../../../components/forms/sentence.ts'
import { createDraftStorage } from '../../../../patterns/draft/draft-storage.ts'
import { recordDrafts } from '../../../../patterns/draft/record-draft.ts'
import { fieldsOf, isSame, mergeSaved } from './campaign-fields.ts'
import type { CampaignFields } from './campaign-fields.ts'

// Long enough not to save every letter, short enough that "Saved" appears when people look up.
export const SAVE_MS = 700
// After an error of the network or the server.
export const RETRY_MS = 3_000

/** `version` is the `updatedAt` of the campaign on which the draft was begun. */
type StoredCampaign = { version: string; fields: CampaignFields }

const isStored = (stored: unknown): stored is StoredCampaign => {
  const draft = stored as StoredCampaign | null
  return typeof draft?.version === 'string' && typeof draft.fields?.body === 'string'
}

/** A save elsewhere that changed only the status does not conflict with the fields. */
export const campaignDrafts = recordDrafts({
  storage: createDraftStorage('campaign', isStored),
  fieldsOf: (saved: Campaign) => fieldsOf(saved),
  isSame,
  mergeSaved,
  revisionOf: ({ updatedAt }) => updatedAt,
  store: ({ base, fields }) => ({ version: base.updatedAt, fields }),
  restore: ({ version, fields }, saved) => ({
    base: { ...saved, updatedAt: version },
    // A draft of an older release may lack a field.
    fields: { ...fieldsOf(saved), ...fields },
  }),
  extra: {},
})

export type EditedCampaign = ReturnType<typeof campaignDrafts.draftOn>

export const isOpen = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'DRAFT' || status === 'SCHEDULED'

export type FailedSave = { draft: EditedCampaign; error: Error }

type AutosaveState = {
  canSave: boolean
  isPending: boolean
  failed: FailedSave | undefined
}

/** The delay of the next autosave; undefined if there is nothing to save. */
export function saveDelayMs(
  { base, fields }: EditedCampaign,
  { canSave, isPending, failed }: AutosaveState,
): number | undefined {
  if (!canSave || isPending) return undefined
  const hasFailed = failed?.draft.fields === fields && failed.draft.base === base
  if (!hasFailed) return SAVE_MS
  // The server would refuse the same fields again.
  return isPassing(failed.error) ? RETRY_MS : undefined
}

/** Errors of the last save, by the path of the field, until something is changed. */
export function serverErrors(
  { fields }: EditedCampaign,
  failed: FailedSave | undefined,
): Record<string, string> {
  if (!(failed?.error instanceof ApiError) || failed.draft.fields !== fields) return {}
  return Object.fromEntries(failed.error.fields.map(({ field, message }) => [field, sentence(message)]))
}
