// The states of a list without rows: loading, failed, empty, or filtered to nothing.
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import type { LoadedList } from './use-list.ts'

type ListStatesProps = {
  list: LoadedList<unknown>
  /** Shown for an empty list, such as `NothingFound`. */
  empty: ReactNode
  children: ReactNode
}

export function ListStates({ list: { query, rows }, empty, children }: ListStatesProps) {
  if (rows.length > 0) return children
  if (query.isPending) return <RowSkeletons />
  if (!query.isError) return empty
  return (
    <div className="p-6">
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
}

export type NothingFoundTexts = { title: string; text: string; clear: string }

export function NothingFound({ texts, onClear }: { texts: NothingFoundTexts; onClear: () => void }) {
  return (
    <EmptyState icon={<SearchX />} texts={texts} buttons={<Button onClick={onClear}>{texts.clear}</Button>} />
  )
}
