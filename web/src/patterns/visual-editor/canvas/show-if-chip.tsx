import { ListFilter } from 'lucide-react'
import type { FilterDraft } from '../../filter-builder/filter-draft.ts'
import { useFilterPreview } from '../../filter-builder/use-filter-preview.ts'
import { visualEditor } from '../visual-editor.texts.ts'

const { showIf: texts } = visualEditor

/** Says on the block who sees it. */
export function ShowIfChip({ filter }: { filter: FilterDraft }) {
  const { answer } = useFilterPreview(filter)
  return (
    <div className="flex justify-end px-2 pt-1 font-sans">
      <span className="flex max-w-full items-center gap-1.5 rounded-full bg-info-soft px-2.5 py-0.5 text-xs leading-5 text-info">
        <ListFilter className="size-3 shrink-0" aria-hidden />
        <span className="truncate">{answer ? texts.chip(answer.words) : texts.loading}</span>
      </span>
    </div>
  )
}
