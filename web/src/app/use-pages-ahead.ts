// Loads the code of pages while nobody waits for it, so that the first visit of a page is as quick as later ones: those in the bar,
// one at a time, and first of all the page of a record while its list is looked at. Only when the browser has nothing else to do,
// and not for people who have told it to save data.
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOffline } from '../api/client/connection.ts'
import { whenIdle } from '../hooks/when-idle.ts'
import { NAVIGATION } from './navigation.ts'

// The page that was asked for comes first, with its data. Who goes on sooner loads the next page as usual.
const CALM_MS = 1_500
// A list has its rows by then, and nobody has read them yet.
const LIST_CALM_MS = 500

type Connected = { connection?: { saveData?: boolean } }

/** Some browsers do not tell. */
const savesData = (): boolean => (navigator as Connected).connection?.saveData === true

/** Calls back when the browser has time, but not before so long. @returns how to call it off */
function whenCalm(calmMs: number, work: () => void): () => void {
  let callOff = () => {}
  if (savesData()) return callOff
  const timer = setTimeout(() => (callOff = whenIdle(work)), calmMs)
  return () => {
    clearTimeout(timer)
    callOff()
  }
}

export function usePagesAhead(): void {
  const { routesByPath } = useRouter()
  useEffect(() => {
    const left = NAVIGATION.map(({ to }) => routesByPath[to].options.component)
    const loadNext = async () => {
      const component = left.shift()
      // What cannot be fetched now is fetched when it is needed, which says what is wrong.
      if (component === undefined || isOffline.get()) return
      await component?.preload?.()
      callOff = whenIdle(() => void loadNext())
    }
    let callOff = whenCalm(CALM_MS, () => void loadNext())
    return () => callOff()
  }, [routesByPath])
}

/** From a list, people go to one of its records. */
export function useRecordPageAhead(): void {
  const { routesByPath } = useRouter()
  const list = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  useEffect(
    () =>
      whenCalm(LIST_CALM_MS, () => {
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
