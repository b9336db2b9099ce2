// Whether tables have compact rows. Kept by the browser, for all lists.
import { useSyncExternalStore } from 'react'

const KEY = 'lettermill.compact-rows'
const CHANGED = 'lettermill:compact-rows'

/** Browsers may refuse to store anything. */
function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}

export const useIsCompact = (): boolean => useSyncExternalStore(subscribe, read)

export function setIsCompact(isCompact: boolean): void {
  try {
    localStorage.setItem(KEY, String(isCompact))
  } catch {
    return
  }
  window.dispatchEvent(new Event(CHANGED))
}
