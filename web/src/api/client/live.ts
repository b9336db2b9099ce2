// Live updates: the server names what has changed (GET /stream), and what is on screen of that is fetched again. While there
// is no stream, because a proxy swallows it or too many are open, pages ask by themselves every few seconds instead.
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Topic } from '../../../../src/features/dashboard/stream/stream.schema.ts'
import { observable } from './observable.ts'

/** Whether changes are told; otherwise pages ask. */
export const isLive = observable(false)

// Often enough to feel live.
const ASK_MS = 4_000
// The stream tells nearly everything; what it misses is seen then.
const GLANCE_MS = 30_000

/** How often a page that shows what happens by itself asks for it. */
export const watchMs = (): number => (isLive.get() ? GLANCE_MS : ASK_MS)

// By then a page is drawn, and nobody waits for what it has already.
const CATCH_UP_MS = 2_000

// An EventSource that was refused does not come back by itself. The pages ask meanwhile, so there is no hurry.
const REOPEN_MS = 60_000

/** The paths whose answers a topic is part of. */
const PATHS: Record<Topic, readonly string[]> = {
  emails: ['/emails', '/overview'],
  contacts: ['/contacts', '/overview'],
  events: ['/events'],
  imports: ['/jobs', '/contacts/import'],
  campaigns: ['/campaigns', '/overview'],
  workflows: ['/workflows', '/overview'],
  domains: ['/domains', '/overview'],
}

export const pathsOf = (topics: readonly string[]): string[] => [
  ...new Set(topics.flatMap((topic) => PATHS[topic as Topic] ?? [])),
]

/** Parts of a record that never change once they are there, and can be large. */
const FIXED_PARTS = new Set<unknown>(['content', 'raw', 'attachments'])

/** Who has scrolled down is reading: a list is not fetched again page by page under the eyes. */
const isAtTop = ({ state: { data } }: Query): boolean => {
  const pages = (data as { pages?: unknown[] } | undefined)?.pages
  return pages === undefined || pages.length === 1
}

type Refreshed = {
  projectId: string
  paths: string[]
  /** Only what was fetched before this time. */
  before?: number
}

function refresh(queryClient: QueryClient, { projectId, paths, before = Infinity }: Refreshed) {
  return queryClient.invalidateQueries(
    {
      predicate: (query) => {
        const [project, path] = query.queryKey
        const isMeant =
          project === projectId &&
          query.state.dataUpdatedAt < before &&
          typeof path === 'string' &&
          !query.queryKey.some((part) => FIXED_PARTS.has(part))
        return isMeant && paths.some((one) => path === one || path.startsWith(`${one}/`)) && isAtTop(query)
      },
    },
    // One that is under way is enough.
    { cancelRefetch: false },
  )
}

/** The part of an EventSource that is used here. */
type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>

type Followed = { projectId: string; queryClient: QueryClient; open?: (url: string) => Source }

/**
 * Follows the changes of a project while the tab is looked at: a browser opens six connections per host, and tabs in the
 * background must not use them up. @returns how to end it
 */
export function followChanges({ projectId, queryClient, open = openSource }: Followed): () => void {
  let source: Source | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let catchUp: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(timer)
    clearTimeout(catchUp)
    source?.close()
    source = undefined
    isLive.set(false)
  }
  const start = () => {
    stop()
    if (document.hidden) return
    const opened = (source = open(`/stream?project=${encodeURIComponent(projectId)}`))
    opened.addEventListener('open', () => {
      isLive.set(true)
      // Something may have changed while nobody listened.
      const missed = { projectId, paths: pathsOf(Object.keys(PATHS)), before: Date.now() }
      clearTimeout(catchUp)
      catchUp = setTimeout(() => void refresh(queryClient, missed), CATCH_UP_MS)
    })
    opened.addEventListener('changed', (event) => {
      const { topics } = JSON.parse((event as MessageEvent<string>).data) as { topics: string[] }
      void refresh(queryClient, { projectId, paths: pathsOf(topics) })
    })
    opened.addEventListener('error', () => {
      isLive.set(false)
      // Otherwise the browser connects again by itself.
      if (opened.readyState === CLOSED && opened === source) timer = setTimeout(start, REOPEN_MS)
    })
  }
  start()
  document.addEventListener('visibilitychange', start)
  return () => {
    document.removeEventListener('visibilitychange', start)
    stop()
  }
}

// The value of EventSource.CLOSED.
const CLOSED = 2

const openSource = (url: string): Source => new EventSource(url)
