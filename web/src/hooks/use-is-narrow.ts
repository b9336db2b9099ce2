import { useSyncExternalStore } from 'react'

/** As the breakpoint md of Tailwind, below which the bar is behind a button. */
const narrow = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** On a phone, or in a window as narrow as one. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
