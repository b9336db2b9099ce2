// The page of a segment: its definition on the left, the matches on the right.
import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UsedSegment } from '../../../api/audience/segments.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { Notice } from '../../../components/notices/notice.tsx'
import { Card, Page, PageBody } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { DraftNotices } from '../../../patterns/draft/draft-notices.tsx'
import { LeaveCheck } from '../../../patterns/draft/leave-check.tsx'
import { FilterBuilder } from '../../../patterns/filter-builder/filter-builder.tsx'
import { shownProblems } from '../../../patterns/filter-builder/filter-draft.ts'
import { useFilterFields } from '../../../patterns/filter-builder/filter-fields.ts'
import { FilterPreview } from '../../../patterns/filter-builder/filter-preview.tsx'
import { useFilterPreview } from '../../../patterns/filter-builder/use-filter-preview.ts'
import type { PreviewState } from '../../../patterns/filter-builder/use-filter-preview.ts'
import { RoleNotice } from '../../../patterns/role/role-notice.tsx'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { callsOf } from './segment-calls.ts'
import type { SegmentFields } from './segment-fields.ts'
import { segments } from '../segments.texts.ts'
import { useSegmentDraft } from './use-segment-draft.ts'
import type { SegmentDraft } from './use-segment-draft.ts'
import { useSegmentSave } from './use-segment-save.ts'

const texts = segments.editor

type EditorProps = {
  /** The key of the stored draft: the id of the segment, or one for new segments. */
  draftId: string
  type: UsedSegment['type']
  segment: UsedSegment | undefined
  /** The fields of a new segment. */
  first: SegmentFields
  isDeleted?: boolean
  actions?: ReactNode
  /** Below the filter of a saved segment. */
  below?: ReactNode
  aside?: ReactNode
}

export function SegmentEditor(props: EditorProps) {
  const { type, segment, isDeleted = false } = props
  const { may } = useProject()
  const isReadOnly = !may('member')
  // Saving a deleted segment creates a new one.
  const segmentId = isDeleted ? undefined : segment?.id
  const draft = useSegmentDraft({ id: props.draftId, type, newest: segment, first: props.first })
  const saving = useSegmentSave(draft, { type, segmentId, isReadOnly })
  const { fields, change } = draft
  const preview = useFilterPreview(fields.filters)
  return (
    <Page
      title={fields.name.trim() || (type === 'STATIC' ? texts.newStaticTitle : texts.newTitle)}
      subtitle={<Status draft={draft} segment={segment} isReadOnly={isReadOnly} />}
      actions={
        <>
          <ShowAsCurl calls={callsOf({ segment, fields, type })} />
          {props.actions}
          {!isReadOnly && (
            <Button
              look="primary"
              icon={<Save />}
              isBusy={saving.isPending}
              disabled={segmentId !== undefined && !draft.isDirty}
              onClick={saving.save}
            >
              {saveLabel({ isDeleted, isNew: segmentId === undefined })}
            </Button>
          )}
        </>
      }
    >
      <LeaveCheck isUnsaved={draft.isDirty && !isReadOnly && !isDeleted} />
      <Notices draft={draft} isDeleted={isDeleted} />
      <PageBody>
        <RoleNotice needs="member" />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Card>
              <div className="grid gap-4 pt-1 md:grid-cols-2">
                <TextField
                  label={texts.name}
                  hint={texts.nameHint}
                  error={saving.errors['name']}
                  value={fields.name}
                  maxLength={200}
                  disabled={isReadOnly}
                  onText={(name) => change({ name })}
                />
                <TextField
                  label={texts.description}
                  hint={texts.descriptionHint}
                  error={saving.errors['description']}
                  value={fields.description}
                  maxLength={1000}
                  disabled={isReadOnly}
                  onText={(description) => change({ description })}
                />
              </div>
            </Card>
            {type === 'DYNAMIC' && (
              <FilterCard
                draft={draft}
                saving={saving}
                preview={preview}
                exceptSegment={segmentId}
                isReadOnly={isReadOnly}
              />
            )}
            {props.below}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            {type === 'DYNAMIC' && (
              <Card title={texts.matches}>
                <FilterPreview preview={preview} />
              </Card>
            )}
            <Card>
              <SwitchRow
                label={texts.tracking}
                hint={texts.trackingHint}
                isOn={fields.trackMembership}
                isDisabled={isReadOnly}
                onChange={(trackMembership) => change({ trackMembership })}
              />
            </Card>
            {props.aside}
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

function saveLabel({ isDeleted, isNew }: { isDeleted: boolean; isNew: boolean }): string {
  if (isDeleted) return texts.saveAsNew
  return isNew ? texts.create : texts.save
}

type StatusProps = { draft: SegmentDraft; segment: UsedSegment | undefined; isReadOnly: boolean }

function Status({ draft, segment, isReadOnly }: StatusProps) {
  if (isReadOnly) return texts.states.readOnly
  if (draft.isDirty || !segment) return texts.states.dirty
  return (
    <>
      {texts.savedAt} <Time at={segment.updatedAt} />
    </>
  )
}

function Notices({ draft, isDeleted }: { draft: SegmentDraft; isDeleted: boolean }) {
  if (isDeleted) return <Notice text={texts.deleted.text} hint={texts.deleted.hint} />
  return <DraftNotices draft={draft} conflict={draft.conflict && { text: texts.conflict }} />
}

type FilterCardProps = {
  draft: SegmentDraft
  saving: ReturnType<typeof useSegmentSave>
  preview: PreviewState
  exceptSegment: string | undefined
  isReadOnly: boolean
}

function FilterCard({ draft, saving, preview, exceptSegment, isReadOnly }: FilterCardProps) {
  const { filters } = draft.fields
  const { problems, status } = preview
  const fields = useFilterFields({ exceptSegment })
  const isUnfinished = saving.isTried && (status === 'unfinished' || status === 'empty')
  return (
    <Card title={texts.filter}>
      <FilterBuilder
        value={filters}
        onChange={(changed) => draft.change({ filters: changed })}
        fields={fields}
        problems={problems.length > 0 ? shownProblems(problems, saving.isTried) : saving.filterErrors}
        isReadOnly={isReadOnly}
      />
      {isUnfinished && (
        <p role="alert" className="mt-2 text-sm font-medium text-bad">
          {status === 'empty' ? texts.noConditions : texts.unfinished}
        </p>
      )}
    </Card>
  )
}
