// The draft of a form, stored in the browser until it is saved. Saves by others arrive in what the author has not changed.
import { useMemo, useState } from 'react'
import type { Form } from '../../../api/audience/forms.ts'
import { createDraftStorage, useStoredDraft } from '../../../patterns/draft/draft-storage.ts'
import { draftOf, followed, isSame, NEW_FORM } from './form-draft.ts'
import type { FormDraft } from './form-draft.ts'

/** `base` is the form that the draft started from. */
type StoredForm = { base: FormDraft; draft: FormDraft }

const isDraft = (stored: Partial<FormDraft> | undefined): boolean =>
  Array.isArray(stored?.fields) && typeof stored.allowedOrigins === 'string'

const isStored = (stored: unknown): stored is StoredForm => {
  const parts = stored as Partial<StoredForm> | null
  return isDraft(parts?.base) && isDraft(parts?.draft)
}

const storage = createDraftStorage('form', isStored)

export type EditedForm = ReturnType<typeof useFormDraft>

/** `form` is undefined for a new one. `id` is the key of the stored draft. */
export function useFormDraft(id: string, form: Form | undefined) {
  const saved = useMemo(() => (form ? draftOf(form) : NEW_FORM), [form])
  const [initial] = useState(() => storage.read(id))
  const [state, setState] = useState<StoredForm>(initial ?? { base: saved, draft: saved })
  const { base, draft } = state
  const isDirty = !isSame(base, draft)
  if (!isSame(base, saved)) setState({ base: saved, draft: followed(draft, { base, saved }) })
  useStoredDraft(storage, id, isDirty ? state : undefined)
  return {
    base,
    draft,
    isDirty,
    isRestored: initial !== undefined,
    change: (changes: Partial<FormDraft>) =>
      setState((old) => ({ ...old, draft: { ...old.draft, ...changes } })),
    discard: () => setState({ base: saved, draft: saved }),
    keepMine: () => undefined,
    /** After a save; keeps changes made during it. */
    afterSave: (sent: FormDraft, answer: Form) =>
      setState((old) => {
        const now = draftOf(answer)
        return { base: now, draft: followed(old.draft, { base: sent, saved: now }) }
      }),
    /** The new form has a page and a draft of its own. */
    afterCreate: () => {
      setState((old) => ({ base: old.draft, draft: old.draft }))
      storage.remove(id)
    },
  }
}
