import { useSyncExternalStore } from 'react'

function mediaHook(query: string): () => boolean {
  const media = matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Below the breakpoint md of Tailwind, where the sidebar is behind a button. */
export const useIsNarrow = mediaHook('(max-width: 767px)')

/** Below the breakpoint lg, where the parts of an editor are below each other. */
export const useIsStacked = mediaHook('(max-width: 1023px)')
