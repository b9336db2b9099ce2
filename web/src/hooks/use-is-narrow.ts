import { useSyncExternalStore } from 'react'

/** Below the breakpoint md of Tailwind, where the sidebar is behind a button. */
const narrow = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
