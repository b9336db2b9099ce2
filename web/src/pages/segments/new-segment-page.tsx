import { getRouteApi } from '@tanstack/react-router'
import { useProject } from '../../app/use-project.ts'
import { NewList } from './new-list.tsx'
import { SegmentEditor } from './editor/segment-editor.tsx'
import { NO_FIELDS } from './editor/segment-fields.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/segments/new')

export function NewSegmentPage() {
  const { project } = useProject()
  const { type, filter } = route.useSearch()
  if (type === 'static') return <NewList />
  const first = filter ? { ...NO_FIELDS, filters: filter } : NO_FIELDS
  // A segment from a filter and an empty one have different drafts.
  const draftId = filter ? `new:${project.id}:${JSON.stringify(filter)}` : `new:${project.id}`
  return <SegmentEditor key={draftId} draftId={draftId} type="DYNAMIC" segment={undefined} first={first} />
}
