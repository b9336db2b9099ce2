import { useNavigate } from '@tanstack/react-router'
import { Link as LinkIcon, X } from 'lucide-react'
import type { ContactFilter } from '../../api/audience/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { CopyTextButton } from '../../components/copy-button.tsx'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { FilterBuilder } from '../../patterns/filter-builder/filter-builder.tsx'
import { EMPTY_FILTER, shownProblems } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'
import { useFilterFields } from '../../patterns/filter-builder/filter-fields.ts'
import { FilterPreview } from '../../patterns/filter-builder/filter-preview.tsx'
import { useFilterPreview } from '../../patterns/filter-builder/use-filter-preview.ts'
import { contacts } from './contacts.texts.ts'
import { wholeFilter } from './whole-filter.ts'

const texts = contacts.filter

type FilterPanelProps = {
  draft: FilterDraft
  onChange: (draft: FilterDraft) => void
  /** The filter of the list, with search and subscription. */
  shown: ContactFilter
  onClose: () => void
}

/** The filter builder beside the list; its filter can be shared or saved as a segment. */
export function FilterPanel({ draft, onChange, shown, onClose }: FilterPanelProps) {
  const { project, may } = useProject()
  const navigate = useNavigate()
  const preview = useFilterPreview(draft)
  const fields = useFilterFields()
  const whole = wholeFilter(shown)
  return (
    <aside
      aria-label={texts.title}
      className="flex min-h-0 w-full shrink-0 flex-col border-line bg-panel max-lg:max-h-[60%] max-lg:border-b lg:w-[27rem] lg:border-l"
    >
      <header className="flex items-center justify-between gap-2 px-4 pt-3 pb-1">
        <h2 className="text-sm font-semibold">{texts.title}</h2>
        <IconButton label={texts.close} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div
        tabIndex={0}
        role="region"
        aria-label={texts.conditions}
        className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-4 pb-4"
      >
        <FilterPreview preview={preview} hasPeople={false} />
        <FilterBuilder
          value={draft}
          onChange={onChange}
          fields={fields}
          problems={shownProblems(preview.problems, false)}
        />
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        {shown.filter && (
          <CopyTextButton text={window.location.href} label={texts.copyLink} icon={<LinkIcon />} />
        )}
        <Button size="small" disabled={draft.conditions.length === 0} onClick={() => onChange(EMPTY_FILTER)}>
          {texts.clear}
        </Button>
        {may('member') && (
          <Button
            size="small"
            look="primary"
            disabled={whole === undefined}
            onClick={() =>
              whole &&
              void navigate({
                to: '/app/p/$projectId/segments/new',
                params: { projectId: project.id },
                search: { filter: whole },
              })
            }
          >
            {texts.save}
          </Button>
        )}
      </footer>
    </aside>
  )
}
