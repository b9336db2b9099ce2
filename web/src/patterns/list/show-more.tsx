import { Button } from '../../components/forms/button.tsx'
import { listTexts as texts } from './list.texts.ts'
import type { LoadedList } from './use-list.ts'

/** Below a plain table: the next page of the list. */
export function ShowMore({ list: { query } }: { list: LoadedList<unknown> }) {
  if (!query.hasNextPage) return null
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {texts.more}
      </Button>
    </div>
  )
}
