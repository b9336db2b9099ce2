import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { campaignQuery } from '../../api/sending/campaigns.ts'
import { PagePending } from '../../app/page-pending.tsx'
import { useProject } from '../../app/use-project.ts'
import { loadable } from '../../components/loadable.tsx'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { CampaignReport } from './report/campaign-report.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')

/** The code editor is large, and reports do not need it. */
const CampaignEditor = loadable(async () => (await import('./editor/campaign-editor.tsx')).CampaignEditor)

/** The editor or the report. Unsaved edits stay in the editor if somebody else sends the campaign. */
export function CampaignPage() {
  const { api } = useProject()
  const { campaignId } = route.useParams()
  const query = useQuery(campaignQuery(api, campaignId))
  const { data, error } = query
  const [dirtyId, setDirtyId] = useState<string>()
  const onDirty = useCallback(
    (isDirty: boolean) => setDirtyId(isDirty ? campaignId : undefined),
    [campaignId],
  )
  const isDeleted = error instanceof ApiError && error.status === 404
  const isEdited = dirtyId === campaignId
  if (!data || (isDeleted && !isEdited)) return <RecordUnavailable query={query} />
  const isOpen = data.status === 'DRAFT' || data.status === 'SCHEDULED'
  if (!isOpen && !isEdited) return <CampaignReport key={data.id} campaign={data} />
  return (
    <CampaignEditor
      key={data.id}
      campaign={data}
      isDeleted={isDeleted}
      onDirty={onDirty}
      fallback={<PagePending />}
    />
  )
}
