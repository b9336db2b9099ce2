import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from '../../components/tables/data-table.tsx'
import { ListStates } from './list-states.tsx'
import type { FetchedList } from './list-states.tsx'

type ListTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'hasMore' | 'onMore' | 'isStale'> & {
  list: FetchedList
  /** For an empty list: what to do about it, or `NothingFound`. */
  empty: ReactNode
}

/** A list of the API as a table: its rows, page by page, or what stands in their place. */
export function ListTable<Row>({ list, empty, ...table }: ListTableProps<Row>) {
  return (
    <ListStates list={list} isEmpty={table.rows.length === 0} empty={empty}>
      <DataTable
        {...table}
        hasMore={list.hasNextPage}
        onMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
        isStale={list.isPlaceholderData}
      />
    </ListStates>
  )
}
