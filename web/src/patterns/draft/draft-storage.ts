// Keeps unsaved drafts, so that a reload, a crash or a closed tab loses nothing. The tab's own memory comes first:
// two tabs that edit one record keep a draft each, and the one that was written last outlives them.
import { useEffect } from 'react'

export type DraftStorage<Draft> = {
  read: (id: string) => Draft | undefined
  write: (id: string, draft: Draft) => void
  remove: (id: string) => void
}

/** A browser may forbid both, or be full; then there is no safety net, and nothing else changes. */
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

export type DraftKind = 'campaign' | 'segment' | 'template' | 'workflow'

const keyOf = (kind: DraftKind, id: string) => `lettermill:${kind}:${id}`

export function forgetDraft(kind: DraftKind, id: string): void {
  for (const storage of storages()) storage.removeItem(keyOf(kind, id))
}

/** `isDraft` tells drafts from what an older version left behind. */
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
          // Full.
        }
      }
    },
    remove: (id) => forgetDraft(kind, id),
  }
}

// A moment after the last key; a crash costs no more than that.
const STORE_MS = 300

/** Keeps a draft, or forgets it when nothing is unsaved. The function it returns ends that: another draft has taken its place. */
export function keepDraft<Draft>(
  storage: DraftStorage<Draft>,
  id: string,
  draft: Draft | undefined,
): (() => void) | undefined {
  if (draft === undefined) {
    storage.remove(id)
    return undefined
  }
  const store = () => storage.write(id, draft)
  const timer = setTimeout(store, STORE_MS)
  // A reload within that time counts too.
  window.addEventListener('pagehide', store)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', store)
  }
}

/** Keeps a draft for as long as there is one; undefined when nothing is unsaved. */
export function useStoredDraft<Draft>(
  storage: DraftStorage<Draft>,
  id: string,
  draft: Draft | undefined,
): void {
  useEffect(() => keepDraft(storage, id, draft), [storage, id, draft])
}
