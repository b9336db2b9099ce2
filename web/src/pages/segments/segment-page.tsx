import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import type { UsedSegment } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Copyable } from '../../components/copy-button.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { DayTime } from '../../format/time.tsx'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { AddPeopleCard } from './add-people-card.tsx'
import { DeleteSegmentDialog } from './delete-segment-dialog.tsx'
import { ExplainCard, ExplainDialog } from './explain.tsx'
import { GrowthCard } from './growth-card.tsx'
import { MembersCard } from './members-card.tsx'
import { SegmentEditor } from './editor/segment-editor.tsx'
import { segmentDrafts } from './editor/segment-draft.ts'
import { NO_FIELDS } from './editor/segment-fields.ts'
import { segments as texts } from './segments.texts.ts'
import { Uses } from '../../patterns/uses/uses.tsx'
import { useDialogParam } from '../../app/page-search.ts'
import { segmentQuery } from '../../api/audience/segments.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/segments/$segmentId')

// Finds changes by others. Each request counts the members, so not too often.
const POLL_MS = 60_000

export function SegmentPage() {
  const { segmentId } = route.useParams()
  // Another segment must not keep the state of the one before.
  return <SegmentById key={segmentId} segmentId={segmentId} />
}

function SegmentById({ segmentId }: { segmentId: string }) {
  const { api } = useProject()
  const query = useQuery({ ...segmentQuery(api, segmentId), refetchInterval: POLL_MS })
  const { data, error } = query
  // The draft of a segment that somebody deleted before this page was reloaded.
  const [stored] = useState(() => segmentDrafts.storage.read(segmentId))
  const isDeleted = error instanceof ApiError && error.status === 404
  if (!data && !(isDeleted && stored)) return <RecordUnavailable query={query} />
  const shared = { draftId: segmentId, isDeleted, first: stored?.fields ?? NO_FIELDS }
  if (!data || isDeleted) {
    const type = data?.type ?? stored?.type ?? 'DYNAMIC'
    return <SegmentEditor {...shared} type={type} segment={data} />
  }
  return (
    <SegmentEditor
      {...shared}
      type={data.type}
      segment={data}
      actions={<DeleteButton segment={data} />}
      below={
        <>
          {data.type === 'STATIC' && <AddPeopleCard segment={data} />}
          <MembersCard segment={data} />
        </>
      }
      aside={<Aside segment={data} />}
    />
  )
}

function Aside({ segment }: { segment: UsedSegment }) {
  const { facts } = texts
  return (
    <>
      <ExplainCard segment={segment} />
      <ExplainDialog segment={segment} />
      <GrowthCard segmentId={segment.id} />
      <Card title={texts.used.title}>
        <Uses of={segment.usedBy} />
      </Card>
      <Card title={facts.title}>
        <Facts
          facts={[
            [facts.id, <Copyable key="id" text={segment.id} label={facts.copyId} />],
            [facts.kind, texts.types[segment.type]],
            [facts.created, <DayTime key="created" at={segment.createdAt} />],
          ]}
        />
      </Card>
    </>
  )
}

function DeleteButton({ segment }: { segment: UsedSegment }) {
  const deleting = useDialogParam('delete')
  if (!deleting.isAllowed) return null
  return (
    <>
      <Button look="danger" icon={<Trash2 />} onClick={deleting.onOpen}>
        {texts.deleting.button}
      </Button>
      <DeleteSegmentDialog segment={segment} isOpen={deleting.isOpen} onClose={deleting.onClose} />
    </>
  )
}
