import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { ProjectApi } from './client.ts'
import { watchMs } from './live.ts'

// A screen shows 20 to 30 rows, and the first page should be there soon; who scrolls on wants more at once.
const FIRST_PAGE_SIZE = 50
const PAGE_SIZE = 100

export type ListPage = { cursor: string | null; total: number | null }
type Query = Record<string, string | number | boolean | undefined>

type State = { data: InfiniteData<unknown> | undefined; isInvalidated: boolean }

/**
 * When a list is shown again or looked at again. One that was scrolled down would be fetched page by page, up to hundreds of
 * them, so age is no reason for that; a change that this page made is.
 */
const isWorthRefetching = ({ state: { data, isInvalidated } }: { state: State }): boolean =>
  isInvalidated || data === undefined || data.pages.length === 1

/** A list of the API, page by page. The old rows stay while a changed filter is being answered. */
export const listOptions = <T extends ListPage>(api: ProjectApi, path: string, query: Query = {}) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, path, query] as const,
    queryFn: ({ pageParam, signal }) =>
      api.get<T>(path, {
        // The total does not change from page to page, and counting takes time.
        query: {
          ...query,
          limit: pageParam === undefined ? FIRST_PAGE_SIZE : PAGE_SIZE,
          cursor: pageParam,
          total: pageParam === undefined,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: isWorthRefetching,
    refetchOnWindowFocus: isWorthRefetching,
    refetchOnReconnect: isWorthRefetching,
  })

/**
 * For loaders: asks for a list of which nothing is there yet. One that is there is left to its page, which knows when to fetch it again; a
 * loader would fetch all its pages.
 */
export const unlessThere = <Options extends object>(options: Options) => ({ ...options, staleTime: Infinity })

export const totalOf = <T extends ListPage>(data: InfiniteData<T> | undefined): number | undefined =>
  data?.pages[0]?.total ?? undefined

/** Refreshes a list while only its first page is loaded: who has scrolled down is reading, and all pages would be fetched. */
export const whileAtTop = ({
  state,
}: {
  state: { data: InfiniteData<unknown> | undefined }
}): number | false => (state.data?.pages.length === 1 ? watchMs() : false)
