import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Megaphone, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { campaignListQuery } from '../../api/campaigns.ts'
import { totalOf } from '../../api/client/lists.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Page, Toolbar } from '../../components/page.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { FilterSelect } from '../../patterns/list/filter-select.tsx'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { campaignColumns } from './campaign-columns.tsx'
import { CAMPAIGN_STATUSES } from './campaign-views.ts'
import { campaigns as texts } from './campaigns.texts.ts'
import { NewCampaignDialog } from './new-campaign-dialog.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns')

const EXAMPLE = {
  name: 'Spring',
  subject: 'News for {{ name }}',
  body: '<h1>Hello {{ name }}</h1>',
  from: 'news@example.com',
  audienceType: 'ALL',
}

export function CampaignsPage() {
  const { api, project, may } = useProject()
  const { status, add } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const list = useInfiniteQuery(campaignListQuery(api, { status }))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.campaigns) ?? [], [list.data])
  const columns = useMemo(() => campaignColumns(project.id), [project.id])
  const total = totalOf(list.data)
  const create = () => void setSearch({ search: (old) => ({ ...old, add: 'true' }) })
  const path = status === undefined ? '/campaigns' : `/campaigns?status=${status}`
  return (
    <Page
      title={texts.title}
      subtitle={
        total === undefined ? undefined : (status === undefined ? texts.count : texts.matching)(total)
      }
      actions={
        may('member') && (
          <Button look="primary" icon={<Plus />} onClick={create}>
            {texts.new}
          </Button>
        )
      }
    >
      <Toolbar>
        <FilterSelect
          label={texts.status}
          value={status}
          values={CAMPAIGN_STATUSES}
          names={texts.statuses}
          onChange={(chosen) => void setSearch({ search: (old) => ({ ...old, status: chosen }) })}
        />
        <span className="ml-auto">
          <ShowAsCurl calls={[{ name: texts.calls.list, path }]} />
        </span>
      </Toolbar>
      <ListTable
        list={list}
        empty={
          status === undefined ? (
            <EmptyWithCall icon={<Megaphone />} texts={texts.empty} path="/campaigns" body={EXAMPLE} />
          ) : (
            <NothingFound texts={texts.nothing} onClear={() => void setSearch({ search: {} })} />
          )
        }
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        total={total}
        onOpen={({ id }) =>
          void navigate({
            to: '/app/p/$projectId/campaigns/$campaignId',
            params: { projectId: project.id, campaignId: id },
          })
        }
      />
      <NewCampaignDialog
        isOpen={add === 'true'}
        onClose={() => void setSearch({ search: (old) => ({ ...old, add: undefined }), replace: true })}
      />
    </Page>
  )
}
