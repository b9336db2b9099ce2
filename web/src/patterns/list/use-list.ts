import { useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData, QueryKey, UseInfiniteQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { totalOf } from '../../api/client/lists.ts'
import type { ListPage } from '../../api/client/lists.ts'
import { useHiddenRows, withoutHidden } from './hidden-rows.ts'

export type LoadedList<Row> = {
  query: {
    isPending: boolean
    isError: boolean
    error: unknown
    refetch: () => Promise<unknown>
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
    isPlaceholderData: boolean
  }
  rows: Row[]
  /** The count of the whole list, loaded or not. */
  total: number | undefined
}

type RowOf<Page, Name extends keyof Page> = Page[Name] extends readonly (infer Row)[] ? Row : never

/** `name` is the field of the response with the rows. */
export function useList<Page extends ListPage, Key extends QueryKey, Name extends keyof Page & string>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>,
  name: Name,
): LoadedList<RowOf<Page, Name>> {
  const query = useInfiniteQuery(options)
  const { data } = query
  const loaded = useMemo(
    () => data?.pages.flatMap((page) => page[name] as RowOf<Page, Name>[]) ?? [],
    [data, name],
  )
  const hidden = useHiddenRows()
  const rows = useMemo(() => withoutHidden(loaded, hidden), [loaded, hidden])
  const total = totalOf(data)
  return { query, rows, total: total === undefined ? undefined : total - (loaded.length - rows.length) }
}
