// Records that are being deleted: lists leave them out while the deletion can still be undone.
import { useSyncExternalStore } from 'react'

let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function change(ids: ReadonlySet<string>): void {
  hidden = ids
  for (const notify of listeners) notify()
}

/** Hides a record from all lists. Returns how to show it again. */
export function hideRow(id: string): () => void {
  change(new Set([...hidden, id]))
  return () => change(new Set([...hidden].filter((one) => one !== id)))
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const useHiddenRows = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => hidden)

const idOf = (row: unknown): unknown => (row as { id?: unknown } | null)?.id

/** The rows without those that are hidden; returns the array itself if none is. */
export function withoutHidden<Row>(rows: Row[], ids: ReadonlySet<string>): Row[] {
  if (ids.size === 0) return rows
  const shown = rows.filter((row) => !ids.has(String(idOf(row))))
  return shown.length === rows.length ? rows : shown
}
