// Live updates: the server names the topics that have changed (GET /stream), and queries on screen about them are fetched
// again. Without a stream, because a proxy swallows it or too many are open, pages poll every few seconds instead.
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Topic } from '../../../../src/features/dashboard/stream/stream.schema.ts'
import { observable } from './observable.ts'

/** Whether the stream is open; otherwise pages poll. */
export const isLive = observable(false)

const POLL_MS = 4_000
// Catches the few changes that the stream does not announce.
const LIVE_POLL_MS = 30_000

/** The polling interval of pages that show live data. */
export const pollMs = (): number => (isLive.get() ? LIVE_POLL_MS : POLL_MS)

// The page has been drawn by then.
const CATCH_UP_MS = 2_000

// A refused EventSource does not reconnect by itself. Pages poll meanwhile, so there is no hurry.
const REOPEN_MS = 60_000

/** The API paths whose responses depend on a topic. */
const PATHS: Record<Topic, readonly string[]> = {
  emails: ['/emails', '/overview'],
  contacts: ['/contacts', '/forms', '/overview'],
  events: ['/events'],
  imports: ['/jobs', '/contacts/import'],
  campaigns: ['/campaigns', '/overview'],
  workflows: ['/workflows', '/overview'],
  domains: ['/domains', '/overview'],
}

export const pathsOf = (topics: readonly string[]): string[] => [
  ...new Set(topics.flatMap((topic) => PATHS[topic as Topic] ?? [])),
]

/** Parts of a record that never change and can be large. */
const FIXED_PARTS = new Set<unknown>(['content', 'raw', 'attachments'])

/** A list that was scrolled down is not refetched page by page while the user reads it. */
const isAtTop = ({ state: { data } }: Query): boolean => {
  const pages = (data as { pages?: unknown[] } | undefined)?.pages
  return pages === undefined || pages.length === 1
}

type RefreshInput = {
  projectId: string
  paths: string[]
  /** Only queries fetched before this time. */
  before?: number
}

function refresh(queryClient: QueryClient, { projectId, paths, before = Infinity }: RefreshInput) {
  return queryClient.invalidateQueries(
    {
      predicate: (query) => {
        const [project, path] = query.queryKey
        const isCandidate =
          project === projectId &&
          query.state.dataUpdatedAt < before &&
          typeof path === 'string' &&
          !query.queryKey.some((part) => FIXED_PARTS.has(part))
        return (
          isCandidate && paths.some((one) => path === one || path.startsWith(`${one}/`)) && isAtTop(query)
        )
      },
    },
    // A request that is already running is enough.
    { cancelRefetch: false },
  )
}

type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>

type FollowOptions = { projectId: string; queryClient: QueryClient; open?: (url: string) => Source }

/**
 * Follows the changes of a project while the tab is visible: a browser opens six connections per host, and tabs in the
 * background must not use them up. @returns a function that stops it
 */
export function followChanges({ projectId, queryClient, open = openSource }: FollowOptions): () => void {
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
      // Fetches what changed before the stream was open.
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
      // Otherwise the browser reconnects by itself.
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
