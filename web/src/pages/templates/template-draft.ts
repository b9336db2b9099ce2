import type { Template } from '../../api/content/templates.ts'
import { createDraftStorage } from '../../patterns/draft/draft-storage.ts'
import { recordDrafts } from '../../patterns/draft/record-draft.ts'
import { fieldsOf, isSame, mergeSaved } from './template-fields.ts'
import type { TemplateFields } from './template-fields.ts'

/** `version` is that of the template the draft started from. */
type StoredTemplate = { version: number; fields: TemplateFields }

const isStored = (stored: unknown): stored is StoredTemplate => {
  const draft = stored as StoredTemplate | null
  return typeof draft?.version === 'number' && typeof draft.fields?.body === 'string'
}

export const templateDrafts = recordDrafts({
  storage: createDraftStorage('template', isStored),
  fieldsOf: (saved: Template) => fieldsOf(saved),
  isSame,
  mergeSaved,
  revisionOf: ({ version }) => version,
  store: ({ base: { version }, fields }) => ({ version, fields }),
  restore: ({ version, fields }, saved) => ({
    base: { ...saved, version },
    // A draft of an older release may lack a field.
    fields: { ...fieldsOf(saved), ...fields },
  }),
  everySaveConflicts: true,
  extra: {},
})

export type EditedTemplate = ReturnType<typeof templateDrafts.draftOn>
