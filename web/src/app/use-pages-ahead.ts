// Loads the code of the pages in the bar while nobody waits for it, so that the first visit of a page is as quick as later
// ones. It takes one page at a time, and only when the browser has nothing else to do.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOffline } from '../api/client/connection.ts'
import { whenIdle } from '../components/when-idle.ts'
import { NAVIGATION } from './navigation.ts'

// The page that was asked for comes first, with its data. Who goes on sooner loads the next page as usual.
const CALM_MS = 1_500

export function usePagesAhead(): void {
  const { routesByPath } = useRouter()
  useEffect(() => {
    const left = NAVIGATION.map(({ to }) => routesByPath[to].options.component)
    let callOff = () => {}
    const loadNext = async () => {
      const component = left.shift()
      // What cannot be fetched now is fetched when it is needed, which says what is wrong.
      if (component === undefined || isOffline.get()) return
      await component?.preload?.()
      callOff = whenIdle(() => void loadNext())
    }
    const timer = setTimeout(() => (callOff = whenIdle(() => void loadNext())), CALM_MS)
    return () => {
      clearTimeout(timer)
      callOff()
    }
  }, [routesByPath])
}
