import type { ReactNode } from 'react'
import { usePageSearch } from '../../app/page-search.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { ShowMore } from './show-more.tsx'
import type { LoadedList } from './use-list.ts'

type PlainListProps<Row> = {
  label: string
  list: LoadedList<Row>
  columns: readonly PlainColumn<Row>[]
  empty?: ReactNode
}

/** A list of the API inside a card. Unlike `ListTable`, it is as long as its rows. */
export function PlainList<Row extends { id: string }>({ label, list, columns, empty }: PlainListProps<Row>) {
  const { query, rows } = list
  const { search, change } = usePageSearch()
  const sort = {
    value: search.sort,
    onChange: (chosen: string | undefined) => change({ sort: chosen }, { replace: true }),
  }
  return (
    <>
      {query.isPending && <RowSkeletons />}
      {query.isError && (
        <div className="p-4">
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {rows.length > 0 && (
        <PlainTable label={label} columns={columns} rows={rows} idOf={({ id }) => id} sort={sort} />
      )}
      {rows.length === 0 && !query.isPending && !query.isError && (
        <div className="px-4 pb-4 text-sm text-soft">{empty}</div>
      )}
      <ShowMore list={list} />
    </>
  )
}
