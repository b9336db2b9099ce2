import type { InfiniteData, QueryKey, UseInfiniteQueryOptions } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ListPage } from '../../api/client/lists.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { inOrder } from './in-order.ts'
import type { Sorts } from './in-order.ts'
import { useList } from './use-list.ts'
import type { LoadedList } from './use-list.ts'

type RowOf<Page, Name extends keyof Page> = Page[Name] extends readonly (infer Row)[] ? Row : never

type WholeList<Row> = {
  /** The text in which the search of the page looks. */
  textOf: (row: Row) => string
  sorts: Sorts<Row>
}

/**
 * A list of at most some hundred records, such as forms: all its pages are loaded, then searched by `?q=` and sorted by `?sort=`.
 * The other lists are searched and sorted by the API.
 */
export function useWholeList<Page extends ListPage, Key extends QueryKey, Name extends keyof Page & string>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>,
  name: Name,
  { textOf, sorts }: WholeList<RowOf<Page, Name>>,
): LoadedList<RowOf<Page, Name>> {
  const { search } = usePageSearch()
  const list = useList(options, name)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list.query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const { q, sort } = search
  const rows = useMemo(() => {
    const wanted = q?.trim().toLowerCase() ?? ''
    const found = list.rows.filter((row) => textOf(row).toLowerCase().includes(wanted))
    return inOrder(found, sorts, sort)
  }, [list.rows, q, sort, textOf, sorts])
  return { ...list, rows, total: q === undefined ? list.total : rows.length }
}
