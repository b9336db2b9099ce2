// What was typed and not saved, so that a reload, a crash or a closed tab loses nothing. The tab's own memory comes first:
// two tabs that edit one template keep a draft each, and the one that was written last outlives them.
import type { TemplateFields } from './template-fields.ts'

export type StoredDraft = { version: number; fields: TemplateFields }

const keyOf = (templateId: string) => `lettermill:template:${templateId}`
/** A browser may forbid both, or be full; then there is no safety net, and nothing else changes. */
const storages = (): Storage[] => {
  try {
    return [window.sessionStorage, window.localStorage]
  } catch {
    return []
  }
}

function parse(text: string | null): StoredDraft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as StoredDraft | null
    return typeof draft?.version === 'number' && typeof draft.fields?.body === 'string' ? draft : undefined
  } catch {
    return undefined
  }
}

export const draftStorage = {
  read: (templateId: string): StoredDraft | undefined =>
    storages()
      .map((storage) => parse(storage.getItem(keyOf(templateId))))
      .find((draft) => draft !== undefined),
  write(templateId: string, draft: StoredDraft): void {
    const text = JSON.stringify(draft)
    for (const storage of storages()) {
      try {
        storage.setItem(keyOf(templateId), text)
      } catch {
        // Full.
      }
    }
  },
  remove(templateId: string): void {
    for (const storage of storages()) storage.removeItem(keyOf(templateId))
  },
}
