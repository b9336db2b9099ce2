// What stands in place of the rows of a list: still loading, failed, empty, or nothing that matches.
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'

/** What useInfiniteQuery answers. */
export type FetchedList = {
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  isPlaceholderData: boolean
}

type ListStatesProps = {
  list: FetchedList
  isEmpty: boolean
  /** For an empty list: what to do about it, or `NothingFound`. */
  empty: ReactNode
  /** The rows. */
  children: ReactNode
}

export function ListStates({ list, isEmpty, empty, children }: ListStatesProps) {
  if (!isEmpty) return children
  if (list.isPending) return <RowSkeletons />
  if (!list.isError) return empty
  return (
    <div className="p-6">
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
    </div>
  )
}

type NothingFoundProps = { texts: { title: string; text: string; clear: string }; onClear: () => void }

/** The list has rows, and the filters leave none of them. */
export function NothingFound({ texts, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={texts.title}
      action={
        <div className="flex justify-center">
          <Button onClick={onClear}>{texts.clear}</Button>
        </div>
      }
    >
      {texts.text}
    </EmptyState>
  )
}
