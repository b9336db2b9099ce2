import { knownCount, segmentListQuery } from '../../../../api/audience/segments.ts'
import type { Segment } from '../../../../api/audience/segments.ts'
import { useProject } from '../../../../app/use-project.ts'
import { ChoiceCards } from '../../../../components/forms/choice-cards.tsx'
import { TextField } from '../../../../components/forms/field.tsx'
import { SelectField } from '../../../../components/forms/select-field.tsx'
import { formatCount } from '../../../../format/number.ts'
import { Card, PageBody } from '../../../../components/page.tsx'
import { useList } from '../../../../patterns/list/use-list.ts'
import { AudienceCount } from './audience-count.tsx'
import type { CampaignFields } from '../draft/campaign-fields.ts'
import { editor } from '../editor.texts.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'
import { EMPTY_FILTER, shownProblems } from '../../../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../../../patterns/filter-builder/filter-draft.ts'
import { FilterBuilder } from '../../../../patterns/filter-builder/filter-builder.tsx'
import { useFilterFields } from '../../../../patterns/filter-builder/filter-fields.ts'
import { FilterPreview } from '../../../../patterns/filter-builder/filter-preview.tsx'
import { TopicSelect } from '../../../../patterns/topics/topic-select.tsx'
import { useFilterPreview } from '../../../../patterns/filter-builder/use-filter-preview.ts'

const { audience: texts } = editor

type AudienceType = CampaignFields['audienceType']

const TYPES = (['ALL', 'SEGMENT', 'FILTERED'] as const).map((value) => ({
  value,
  label: texts.types[value][0] ?? '',
  hint: texts.types[value][1] ?? '',
}))

type StepProps = { draft: CampaignDraft; isReadOnly: boolean }

export function AudienceStep({ draft, isReadOnly }: StepProps) {
  const { fields, change } = draft
  const choose = (audienceType: AudienceType) =>
    change({ audienceType, segmentId: null, audienceFilter: null })
  return (
    <PageBody>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title={editor.steps.audience}>
          <div className="flex flex-col gap-5 pt-2">
            <div className="max-w-md">
              <TextField
                label={editor.name}
                hint={editor.nameHint}
                maxLength={100}
                value={fields.name}
                disabled={isReadOnly}
                error={draft.errors['name']}
                onText={(name) => change({ name })}
              />
            </div>
            <ChoiceCards
              label={texts.title}
              value={fields.audienceType}
              choices={TYPES}
              onChange={choose}
              isDisabled={isReadOnly}
            />
            {fields.audienceType === 'SEGMENT' && <SegmentChoice draft={draft} isReadOnly={isReadOnly} />}
            {fields.audienceType === 'FILTERED' && <AudienceFilter draft={draft} isReadOnly={isReadOnly} />}
            <div className="border-t border-line pt-5">
              <div className="max-w-md">
                <TopicSelect
                  value={fields.topic}
                  onChange={(topic) => change({ topic })}
                  isDisabled={isReadOnly}
                  error={draft.errors['topic']}
                  none={texts.noTopic}
                />
              </div>
            </div>
          </div>
        </Card>
        <AudienceCount draft={draft} />
      </div>
    </PageBody>
  )
}

function optionOf(segment: Segment): string {
  const count = knownCount(segment)
  return count === undefined ? segment.name : texts.segmentOption(segment.name, formatCount(count))
}

function SegmentChoice({ draft, isReadOnly }: StepProps) {
  const { api } = useProject()
  const { query, rows: segments } = useList(segmentListQuery(api), 'segments')
  const { segmentId } = draft.fields
  if (!query.isPending && !query.isError && segments.length === 0) {
    return <p className="text-sm text-soft">{texts.noSegments}</p>
  }
  return (
    <div className="max-w-md">
      <SelectField
        label={texts.segment}
        value={segmentId ?? ''}
        options={[
          ...(segmentId === null ? [{ value: '', label: texts.chooseSegment }] : []),
          ...segments.map((segment) => ({ value: segment.id, label: optionOf(segment) })),
        ]}
        isDisabled={isReadOnly}
        onChange={(chosen) => draft.change({ segmentId: chosen === '' ? null : chosen })}
        error={segmentId === null ? undefined : draft.errors['segmentId']}
      />
    </div>
  )
}

/** Conditions for this campaign only. Unfinished conditions block saving, not the count. */
function AudienceFilter({ draft, isReadOnly }: { draft: CampaignDraft; isReadOnly: boolean }) {
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
