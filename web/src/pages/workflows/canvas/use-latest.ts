import { useCallback, useEffect, useRef } from 'react'

/** A function that stays the same and does what the newest one would do: whoever holds it is not drawn anew for it. */
export function useLatest<Arguments extends unknown[]>(
  newest: ((...given: Arguments) => void) | undefined,
): (...given: Arguments) => void {
  const held = useRef(newest)
  useEffect(() => {
    held.current = newest
  })
  return useCallback((...given: Arguments) => held.current?.(...given), [])
}
