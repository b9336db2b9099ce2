import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** Whether the element has been on the screen, for content that is expensive and may never be seen. */
export function useWasVisible<T extends Element>(): { element: RefObject<T | null>; wasVisible: boolean } {
  const element = useRef<T>(null)
  const [wasVisible, setWasVisible] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setWasVisible(true)
      observer.disconnect()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, wasVisible }
}
