// Stores unsaved drafts, so that a reload, a crash or a closed tab loses nothing. sessionStorage comes first: two tabs that
// edit one record have a draft each, and localStorage has the one that was written last.
import { useEffect } from 'react'

export type DraftStorage<Draft> = {
  read: (id: string) => Draft | undefined
  write: (id: string, draft: Draft) => void
  remove: (id: string) => void
}

/** A browser may forbid storage; then drafts are not stored. */
const storages = (): Storage[] => {
  try {
    return [window.sessionStorage, window.localStorage]
  } catch {
    return []
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export type DraftKind =
  | 'campaign'
  | 'form'
  | 'partial'
  | 'recurring_campaign'
  | 'segment'
  | 'template'
  | 'workflow'

const keyOf = (kind: DraftKind, id: string) => `lettermill:${kind}:${id}`

export function deleteDraft(kind: DraftKind, id: string): void {
  for (const storage of storages()) storage.removeItem(keyOf(kind, id))
}

/** `isDraft` rejects drafts of older versions. */
export function createDraftStorage<Draft>(
  kind: DraftKind,
  isDraft: (stored: unknown) => stored is Draft,
): DraftStorage<Draft> {
  return {
    read: (id) =>
      storages()
        .map((storage) => parse(storage.getItem(keyOf(kind, id))))
        .find(isDraft),
    write(id, draft) {
      const text = JSON.stringify(draft)
      for (const storage of storages()) {
        try {
          storage.setItem(keyOf(kind, id), text)
        } catch {
          // The storage is full.
        }
      }
    },
    remove: (id) => deleteDraft(kind, id),
  }
}

// A crash loses at most this much typing.
const STORE_DELAY_MS = 300

/** Stores a draft after a delay, or deletes it if undefined. @returns a function that cancels it */
export function storeDraft<Draft>(
  storage: DraftStorage<Draft>,
  id: string,
  draft: Draft | undefined,
): (() => void) | undefined {
  if (draft === undefined) {
    storage.remove(id)
    return undefined
  }
  const store = () => storage.write(id, draft)
  const timer = setTimeout(store, STORE_DELAY_MS)
  // Covers a reload within the delay.
  window.addEventListener('pagehide', store)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', store)
  }
}

/** `draft` is undefined when nothing is unsaved. */
export function useStoredDraft<Draft>(
  storage: DraftStorage<Draft>,
  id: string,
  draft: Draft | undefined,
): void {
  useEffect(() => storeDraft(storage, id, draft), [storage, id, draft])
}
