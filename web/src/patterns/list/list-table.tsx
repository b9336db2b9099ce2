import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from '../../components/tables/data-table.tsx'
import { ListStates } from './list-states.tsx'
import type { LoadedList } from './use-list.ts'

type ListProps = 'rows' | 'total' | 'hasMore' | 'onMore' | 'isStale'

type ListTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, ListProps> & {
  list: LoadedList<Row>
  empty: ReactNode
}

/** A list of the API as a table, page by page. */
export function ListTable<Row>({ list, empty, ...table }: ListTableProps<Row>) {
  const { query, rows, total } = list
  return (
    <ListStates list={list} empty={empty}>
      <DataTable
        {...table}
        rows={rows}
        total={total}
        hasMore={query.hasNextPage}
        onMore={() => void (query.isFetchingNextPage || query.fetchNextPage())}
        isStale={query.isPlaceholderData}
      />
    </ListStates>
  )
}
