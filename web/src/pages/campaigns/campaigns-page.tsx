import { getRouteApi } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { campaignListQuery } from '../../api/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { CAMPAIGN_COLUMNS } from './campaign-columns.tsx'
import { campaigns as texts } from './campaigns.texts.ts'
import { NewCampaignDialog } from './new-campaign-dialog.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListFilter } from '../../patterns/list/list-filters.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns')

const EXAMPLE = {
  name: 'Spring',
  subject: 'News for {{ name }}',
  body: '<h1>Hello {{ name }}</h1>',
  from: 'news@example.com',
  audienceType: 'ALL',
}

export function CampaignsPage() {
  const { api } = useProject()
  const { status } = route.useSearch()
  const list = useList(campaignListQuery(api, { status }), 'campaigns')
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={[{ name: texts.calls.list, path: '/campaigns', query: { status } }]}
      create={{ label: texts.new, Dialog: NewCampaignDialog }}
      isFiltered={status !== undefined}
      toolbar={<ListFilter label={texts.status} param="status" names={texts.statuses} />}
      empty={<EmptyWithCall icon={<Megaphone />} texts={texts.empty} path="/campaigns" body={EXAMPLE} />}
      table={{ columns: CAMPAIGN_COLUMNS, nameOf: ({ name }) => name, opens: 'campaign' }}
    />
  )
}
