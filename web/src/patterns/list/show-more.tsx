import { Button } from '../../components/forms/button.tsx'
import { listTexts } from './list.texts.ts'
import type { LoadedList } from './use-list.ts'

type MoreButtonProps = Pick<LoadedList<unknown>, 'query'> & { label?: string; size?: 'small' | 'medium' }

export function MoreButton({ query, label = listTexts.more, size = 'small' }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button size={size} isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {label}
    </Button>
  )
}

/** Below a plain table. */
export function ShowMore({ list: { query } }: { list: LoadedList<unknown> }) {
  return (
    <div className="flex justify-center border-t border-line p-3 empty:hidden">
      <MoreButton query={query} />
    </div>
  )
}
