import { createDraftStorage } from '../../patterns/draft/draft-storage.ts'
import type { TemplateFields } from './template-fields.ts'

export type StoredDraft = { version: number; fields: TemplateFields }

const isDraft = (stored: unknown): stored is StoredDraft => {
  const draft = stored as StoredDraft | null
  return typeof draft?.version === 'number' && typeof draft.fields?.body === 'string'
}

export const draftStorage = createDraftStorage('template', isDraft)
