import { Button } from '../../components/forms/button.tsx'
import { listTexts as texts } from './list.texts.ts'

type More = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Below a plain table: the next page of the list. */
export function ShowMore({ list }: { list: More }) {
  if (!list.hasNextPage) return null
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button size="small" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {texts.more}
      </Button>
    </div>
  )
}
