// The recipients who clicked a link of the campaign.
import { useNavigate } from '@tanstack/react-router'
import { MousePointerClick, X } from 'lucide-react'
import { clickListQuery } from '../../../../api/sending/campaigns.ts'
import type { Campaign, CampaignClick } from '../../../../api/sending/campaigns.ts'
import { pollAtTop } from '../../../../api/client/lists.ts'
import { usePageSearch } from '../../../../app/page-search.ts'
import { RecordLink, useRecordPages } from '../../../../app/record-link.tsx'
import { useProject } from '../../../../app/use-project.ts'
import { Button } from '../../../../components/forms/button.tsx'
import { Toolbar } from '../../../../components/page.tsx'
import { columnsOf } from '../../../../components/tables/columns-of.ts'
import type { Column } from '../../../../components/tables/data-table.tsx'
import { Time } from '../../../../format/time.tsx'
import { ShowAsCurl } from '../../../../patterns/curl/show-as-curl.tsx'
import { NothingFound } from '../../../../patterns/list/list-states.tsx'
import { ListTable } from '../../../../patterns/list/list-table.tsx'
import { DownloadReport } from '../../../../patterns/report/download-report.tsx'
import { reportTexts } from '../../../../patterns/report/report.texts.ts'
import { useList } from '../../../../patterns/list/use-list.ts'
import { campaigns } from '../../campaigns.texts.ts'
import { report } from '../report.texts.ts'

const { clicks: texts } = report

export function ClicksList({ campaign, url }: { campaign: Campaign; url: string }) {
  const { api } = useProject()
  const { change } = usePageSearch()
  const { open } = useRecordPages()
  const list = useList({ ...clickListQuery(api, campaign.id, { url }), refetchInterval: pollAtTop }, 'clicks')
  const showAll = () => change({ clicked: undefined })
  return (
    <>
      <Toolbar>
        <Button size="small" icon={<X />} onClick={showAll}>
          {texts.all}
        </Button>
        <span className="flex max-w-full min-w-0 items-center gap-2 text-sm">
          <MousePointerClick className="size-4 shrink-0 text-soft" aria-hidden />
          <span className="shrink-0 text-soft">{texts.clicked}</span>
          <span className="truncate font-medium" title={url}>
            {url}
          </span>
        </span>
        <span role="status" className="tabular text-sm text-soft">
          {list.total !== undefined && texts.count(list.total)}
        </span>
        <span className="ml-auto flex items-center gap-2">
          <DownloadReport
            size="small"
            label={reportTexts.downloadList}
            name={`clicks-${campaign.id}`}
            path={`/campaigns/${campaign.id}/clicks/export`}
            query={{ url }}
          />
          <SaveAsSegment campaignId={campaign.id} url={url} />
          <ShowAsCurl
            calls={[
              { name: campaigns.calls.clicks, path: `/campaigns/${campaign.id}/clicks`, query: { url } },
            ]}
          />
        </span>
      </Toolbar>
      <ListTable
        list={list}
        empty={<NothingFound texts={texts.empty} onClear={showAll} />}
        label={texts.list}
        columns={COLUMNS}
        idOf={({ emailId }) => emailId}
        nameOf={({ email }) => email ?? texts.gone}
        onOpen={({ contactId }) => contactId !== null && void open('contact', contactId)}
      />
    </>
  )
}

/** The event of a click has the address with its variables filled in, which a filter cannot know. */
const hasVariables = (url: string): boolean => /\{[{%]/.test(url)

function SaveAsSegment({ campaignId, url }: { campaignId: string; url: string }) {
  const { project, may } = useProject()
  const navigate = useNavigate()
  if (!may('member')) return null
  const filter = {
    operator: 'AND' as const,
    conditions: [
      {
        field: 'emailActivity.clicked',
        operator: 'triggered' as const,
        campaignId,
        link: { equals: url },
      },
    ],
  }
  return (
    <Button
      size="small"
      disabled={hasVariables(url)}
      title={hasVariables(url) ? texts.variables : undefined}
      onClick={() =>
        void navigate({
          to: '/app/p/$projectId/segments/new',
          params: { projectId: project.id },
          search: { filter },
        })
      }
    >
      {texts.save}
    </Button>
  )
}

const COLUMNS: Column<CampaignClick>[] = columnsOf(texts.columns, {
  email: {
    width: 'minmax(12rem, 2fr)',
    cell: ({ email, contactId }) =>
      contactId === null ? (
        <span className="text-soft">{texts.gone}</span>
      ) : (
        <RecordLink kind="contact" id={contactId}>
          {email}
        </RecordLink>
      ),
  },
  at: {
    width: '9rem',
    align: 'end',
    cell: ({ clickedAt }) => (
      <span className="text-soft">
        <Time at={clickedAt} />
      </span>
    ),
  },
  message: {
    isWideOnly: true,
    width: '9rem',
    align: 'end',
    cell: ({ emailId }) => (
      <RecordLink kind="email" id={emailId} className="text-accent-text hover:underline">
        {texts.openEmail}
      </RecordLink>
    ),
  },
})
