import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { NameSort, RecordSort } from '../../../../src/platform/record-sorts.values.ts'
import type { ProjectApi } from './client.ts'
import { pollMs } from './live.ts'

// A screen shows 20 to 30 rows, and the first page should arrive soon; scrolling needs more at once.
const FIRST_PAGE_SIZE = 50
const PAGE_SIZE = 100

export type ListPage = { cursor: string | null; total: number | null }
type Query = Record<string, string | number | boolean | undefined>

/** Search and order of lists of records that have a name. */
export type RecordListFilter = { search?: string | undefined; sort?: RecordSort | undefined }

/** As `RecordListFilter`, for records whose last change is not stored. */
export type NameListFilter = { search?: string | undefined; sort?: NameSort | undefined }

type State = { data: InfiniteData<unknown> | undefined; isInvalidated: boolean }

/**
 * Whether to refetch a list that is shown again. A list that was scrolled down has up to hundreds of pages, all of which would
 * be fetched, so only a change made here refetches it, not its age.
 */
const shouldRefetch = ({ state: { data, isInvalidated } }: { state: State }): boolean =>
  isInvalidated || data === undefined || data.pages.length === 1

/** A list of the API, page by page. The old rows stay while the rows of a changed filter load. */
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
    refetchOnMount: shouldRefetch,
    refetchOnWindowFocus: shouldRefetch,
    refetchOnReconnect: shouldRefetch,
  })

export type ListOptions<T extends ListPage> = ReturnType<typeof listOptions<T>>

/**
 * For loaders: fetches a list only if nothing of it is cached. Its page decides when to refetch; a loader would fetch all
 * loaded pages.
 */
export const onlyIfMissing = <Options extends object>(options: Options) => ({
  ...options,
  staleTime: Infinity,
})

export const totalOf = <T extends ListPage>(data: InfiniteData<T> | undefined): number | undefined =>
  data?.pages[0]?.total ?? undefined

/** Polls a list while only its first page is loaded; otherwise all loaded pages would be fetched while the user reads. */
export const pollAtTop = ({
  state,
}: {
  state: { data: InfiniteData<unknown> | undefined }
}): number | false => (state.data?.pages.length === 1 ? pollMs() : false)
