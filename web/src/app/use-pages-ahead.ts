// Loads the code of pages while nobody waits for it, so that the first visit of a page is as quick as later ones: those in the bar,
// one at a time, and first of all the page of a record while its list is looked at. Only when the browser has nothing else to do.
import { useMatches, useRouter } from '@tanstack/react-router'
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

/** From a list, people go to one of its records. */
export function useRecordPageAhead(): void {
  const { routesByPath } = useRouter()
  const list = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  useEffect(
    () =>
      whenIdle(() => {
        if (list === undefined || isOffline.get()) return
        const pages = Object.entries(routesByPath).filter(([path]) => isRecordOf(list, path))
        for (const [, { options }] of pages) void options.component?.preload?.()
      }),
    [routesByPath, list],
  )
}

/** Such as /workflows/$workflowId, but not what is below that. */
const isRecordOf = (list: string, path: string): boolean =>
  path.startsWith(`${list}/$`) && !path.slice(list.length + 1).includes('/')
