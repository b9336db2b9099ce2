import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Users } from 'lucide-react'
import type { Campaign, Recipient } from '../../../api/sending/campaigns.ts'
import { pollAtTop } from '../../../api/client/lists.ts'
import { usePageSearch } from '../../../app/page-search.ts'
import { RecordLink, useRecordPages } from '../../../app/record-link.tsx'
import { useProject } from '../../../app/use-project.ts'
import { Badge } from '../../../components/notices/badge.tsx'
import { EmptyState } from '../../../components/notices/empty-state.tsx'
import { Toolbar } from '../../../components/page.tsx'
import { columnsOf } from '../../../components/tables/columns-of.ts'
import type { Column } from '../../../components/tables/data-table.tsx'
import { Time } from '../../../format/time.tsx'
import { EmailEngagement } from '../../../patterns/email/email-engagement.tsx'
import { EmailStatusBadge } from '../../../patterns/email/email-status.tsx'
import { emailTexts } from '../../../patterns/email/email.texts.ts'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import { NothingFound } from '../../../patterns/list/list-states.tsx'
import { ListTable } from '../../../patterns/list/list-table.tsx'
import { DownloadReport } from '../../../patterns/report/download-report.tsx'
import { reportTexts } from '../../../patterns/report/report.texts.ts'
import { WhyButton } from '../../../patterns/why/why-button.tsx'
import { campaigns } from '../campaigns.texts.ts'
import { ClicksList } from './readers/clicks-list.tsx'
import { report } from './report.texts.ts'
import { useList } from '../../../patterns/list/use-list.ts'
import { ListFilter, ListSearch } from '../../../patterns/list/list-filters.tsx'
import { listTexts } from '../../../patterns/list/list.texts.ts'
import { recipientListQuery } from '../../../api/sending/campaigns.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')
const { recipients: texts } = report
/** Emails of a campaign are SCHEDULED only while they are held. */
const STATUSES = { ...emailTexts.statuses, SCHEDULED: emailTexts.held }

export function RecipientsTab({ campaign }: { campaign: Campaign }) {
  const { clicked } = route.useSearch()
  return clicked === undefined ? (
    <AllRecipients campaign={campaign} />
  ) : (
    <ClicksList campaign={campaign} url={clicked} />
  )
}

function AllRecipients({ campaign }: { campaign: Campaign }) {
  const { api } = useProject()
  const { recipients: status, q: search } = route.useSearch()
  const { change } = usePageSearch()
  const { open } = useRecordPages()
  const refetchInterval = campaign.status === 'SENDING' ? pollAtTop : false
  const list = useList(
    { ...recipientListQuery(api, campaign.id, { status, search }), refetchInterval },
    'recipients',
  )
  const { id, name } = campaign
  const columns = useMemo(() => columnsFor({ id, name }), [id, name])
  const path = `/campaigns/${id}/recipients`
  return (
    <>
      <Toolbar>
        <ListSearch label={listTexts.searchByAddress} />
        <ListFilter label={texts.status} param="recipients" names={STATUSES} />
        <span role="status" className="tabular text-sm text-soft">
          {list.total !== undefined && texts.count(list.total)}
        </span>
        <span className="ml-auto flex items-center gap-2">
          <DownloadReport
            size="small"
            label={reportTexts.downloadList}
            name={`recipients-${id}`}
            path={`/campaigns/${id}/recipients/export`}
            query={{ status, search }}
          />
          <ShowAsCurl calls={[{ name: campaigns.calls.recipients, path, query: { status, search } }]} />
        </span>
      </Toolbar>
      <ListTable
        list={list}
        empty={
          status === undefined && search === undefined ? (
            <EmptyState icon={<Users />} texts={texts.empty} />
          ) : (
            <NothingFound
              texts={texts.nothing}
              onClear={() => change({ recipients: undefined, q: undefined })}
            />
          )
        }
        label={texts.list}
        columns={columns}
        idOf={keyOf}
        nameOf={({ email }) => email ?? texts.gone}
        onOpen={({ emailId }) => emailId !== null && void open('email', emailId)}
      />
    </>
  )
}

function RecipientStatus({ of: status }: { of: Recipient['status'] }) {
  if (status === 'SCHEDULED') return <Badge tone="warn">{emailTexts.held}</Badge>
  return <EmailStatusBadge status={status} />
}

const keyOf = ({ emailId, contactId, email }: Recipient): string => emailId ?? contactId ?? email ?? ''

const columnsFor = ({ id, name }: Pick<Campaign, 'id' | 'name'>): Column<Recipient>[] =>
  columnsOf(texts.columns, {
    email: {
      width: 'minmax(12rem, 1.4fr)',
      cell: ({ email, emailId }) =>
        emailId === null ? (
          (email ?? texts.gone)
        ) : (
          <RecordLink kind="email" id={emailId}>
            {email ?? texts.gone}
          </RecordLink>
        ),
    },
    status: { width: '8rem', cell: ({ status }) => <RecipientStatus of={status} /> },
    engagement: {
      isWideOnly: true,
      width: '6.5rem',
      cell: (recipient) => <EmailEngagement of={recipient} />,
    },
    reason: {
      isWideOnly: true,
      width: 'minmax(10rem, 2fr)',
      isSoft: true,
      cell: ({ reason }) => reason !== null && <span title={reason}>{emailTexts.reason(reason)}</span>,
    },
    at: {
      isWideOnly: true,
      width: '8rem',
      align: 'end',
      cell: ({ sentAt }) => <span className="text-soft">{sentAt !== null && <Time at={sentAt} />}</span>,
    },
    why: {
      width: '5rem',
      align: 'end',
      cell: ({ contactId, email }) =>
        contactId !== null &&
        email !== null && (
          <WhyButton contact={{ id: contactId, email }} target={{ campaignId: id }} name={name} />
        ),
    },
  })
