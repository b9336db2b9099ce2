import { partialQuery, savePartial } from '../../api/content/partials.ts'
import type { Partial } from '../../api/content/partials.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { createDraftStorage } from '../../patterns/draft/draft-storage.ts'
import { recordDrafts } from '../../patterns/draft/record-draft.ts'
import { useRecordDraft } from '../../patterns/draft/use-record-draft.ts'
import { partialTexts } from './partials.texts.ts'

type Fields = { name: string; body: string }

/** `version` is that of the partial the draft started from. */
type StoredPartial = { version: number; fields: Fields }

const isStored = (stored: unknown): stored is StoredPartial => {
  const draft = stored as StoredPartial | null
  return typeof draft?.version === 'number' && typeof draft.fields?.body === 'string'
}

const partialDrafts = recordDrafts({
  storage: createDraftStorage('partial', isStored),
  fieldsOf: ({ name, body }: Partial): Fields => ({ name, body }),
  isSame: (a: Fields, b: Fields) => a.name === b.name && a.body === b.body,
  revisionOf: ({ version }) => version,
  store: ({ base: { version }, fields }) => ({ version, fields }),
  restore: ({ version, fields }: StoredPartial, saved) => ({ base: { ...saved, version }, fields }),
  extra: {},
})

export type PartialDraft = ReturnType<typeof usePartialDraft>

/** `newest` is the partial on the server, which is polled. */
export function usePartialDraft(newest: Partial) {
  const { api } = useProject()
  const edited = useRecordDraft(partialDrafts, { id: newest.id, newest, first: newest })
  const { base, fields, setDraft } = edited
  const save = useChange({
    call: (call) => savePartial(call, base.id, { ...fields, ifVersion: base.version }),
    done: ({ version, usedByCount }) => partialTexts.editor.saved(version, usedByCount),
    record: partialQuery(api, base.id),
    refreshes: ['/partials', `/partials/${base.id}/versions`, '/templates'],
    onSuccess: (saved) => setDraft((draft) => partialDrafts.afterSave(draft, { sent: fields, saved })),
  })
  return { ...edited, save }
}
