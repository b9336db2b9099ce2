import { EMPTY_FILTER, shownProblems } from '../../../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../../../patterns/filter-builder/filter-draft.ts'
import { FilterBuilder } from '../../../../patterns/filter-builder/filter-builder.tsx'
import { useFilterFields } from '../../../../patterns/filter-builder/filter-fields.ts'
import { FilterPreview } from '../../../../patterns/filter-builder/filter-preview.tsx'
import { useFilterPreview } from '../../../../patterns/filter-builder/use-filter-preview.ts'
import { editor } from '../editor.texts.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

const { audience: texts } = editor

type FilterProps = { draft: CampaignDraft; isReadOnly: boolean }

/** Conditions for this campaign only. Unfinished conditions block saving, not the count. */
export function AudienceFilter({ draft, isReadOnly }: FilterProps) {
  const fields = useFilterFields()
  const filter = (draft.fields.audienceFilter ?? EMPTY_FILTER) as FilterDraft
  const preview = useFilterPreview(filter)
  return (
    <div className="flex flex-col gap-4">
      <FilterBuilder
        label={texts.filter}
        value={filter}
        onChange={(audienceFilter) => draft.change({ audienceFilter })}
        problems={shownProblems(preview.problems, false)}
        fields={fields}
        isReadOnly={isReadOnly}
      />
      <FilterPreview preview={preview} />
    </div>
  )
}
