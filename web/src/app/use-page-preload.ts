// Loads the code of pages ahead, so that the first visit is as quick as later ones: pages of the sidebar one at a time, and the
// page of a record while its list is shown. Only while the browser is idle, and not if the user has told it to save data.
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOffline } from '../api/client/connection.ts'
import { whenIdle } from '../hooks/when-idle.ts'
import { NAVIGATION } from './navigation.ts'

// The current page and its data come first.
const IDLE_MS = 1_500
// The rows of a list have loaded by then, but the user has hardly read them.
const LIST_IDLE_MS = 500

type NavigatorWithConnection = { connection?: { saveData?: boolean } }

/** Safari and Firefox do not tell. */
const savesData = (): boolean => (navigator as NavigatorWithConnection).connection?.saveData === true

/** Calls back when the browser is idle, after `delayMs` at the earliest. @returns a function that cancels it */
function whenIdleAfter(delayMs: number, work: () => void): () => void {
  let cancel = () => {}
  if (savesData()) return cancel
  const timer = setTimeout(() => (cancel = whenIdle(work)), delayMs)
  return () => {
    clearTimeout(timer)
    cancel()
  }
}

export function usePagePreload(): void {
  const { routesByPath } = useRouter()
  useEffect(() => {
    const pending = NAVIGATION.map(({ to }) => routesByPath[to].options.component)
    const loadNext = async () => {
      const component = pending.shift()
      // A page that fails to load here is loaded when it is opened, which shows the error.
      if (component === undefined || isOffline.get()) return
      await component?.preload?.()
      cancel = whenIdle(() => void loadNext())
    }
    let cancel = whenIdleAfter(IDLE_MS, () => void loadNext())
    return () => cancel()
  }, [routesByPath])
}

export function useRecordPagePreload(): void {
  const { routesByPath } = useRouter()
  const list = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  useEffect(
    () =>
      whenIdleAfter(LIST_IDLE_MS, () => {
        if (list === undefined || isOffline.get()) return
        const pages = Object.entries(routesByPath).filter(([path]) => isRecordPath(list, path))
        for (const [, { options }] of pages) void options.component?.preload?.()
      }),
    [routesByPath, list],
  )
}

/** True for /workflows/$workflowId, but not for paths below it. */
const isRecordPath = (list: string, path: string): boolean =>
  path.startsWith(`${list}/$`) && !path.slice(list.length + 1).includes('/')
