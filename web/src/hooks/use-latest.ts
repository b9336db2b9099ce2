import { useCallback, useEffect, useRef } from 'react'

/** A stable function that calls the latest one, so that a new callback renders nothing again. */
export function useLatest<Arguments extends unknown[]>(
  callback: ((...args: Arguments) => void) | undefined,
): (...args: Arguments) => void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Arguments) => latest.current?.(...args), [])
}
