import { Webhook as WebhookIcon } from 'lucide-react'
import { webhookListQuery } from '../../api/connections/webhooks.ts'
import type { Webhook } from '../../api/connections/webhooks.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhooks as texts } from './webhooks.texts.ts'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { useWholeList } from '../../patterns/list/use-whole-list.ts'
import { ListPage, CreateButton } from '../../patterns/list-page/list-page.tsx'

const CALLS = [
  { name: texts.calls.list, path: '/webhooks' },
  {
    name: texts.calls.create,
    path: '/webhooks',
    method: 'POST' as const,
    body: { url: 'https://shop.example.com/webhooks', events: ['email.bounced', 'contact.unsubscribed'] },
  },
]

function eventsOf({ events: [first = '', ...more] }: Webhook): string {
  return first === '*' ? texts.allEvents : texts.moreEvents(first, more.length)
}

const COLUMNS: Column<Webhook>[] = columnsOf(texts.columns, {
  url: {
    sort: 'url',
    width: 'minmax(12rem, 2fr)',
    cell: ({ id, url, description }) => (
      <span title={url}>
        <RecordLink kind="webhook" id={id}>
          {description ?? url}
        </RecordLink>
        {description !== null && <span className="ml-2 text-soft max-md:hidden">{url}</span>}
      </span>
    ),
  },
  events: {
    isWideOnly: true,
    width: 'minmax(10rem, 1fr)',
    cell: (webhook) => (
      <span className="text-soft" title={webhook.events.join('\n')}>
        {eventsOf(webhook)}
      </span>
    ),
  },
  state: { width: '8rem', cell: (webhook) => <WebhookState of={webhook} /> },
  created: {
    sort: 'createdAt',
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ createdAt }) => <DayTime at={createdAt} />,
  },
})

const CREATE = { label: texts.create, Dialog: CreateWebhookDialog }

const SEARCH = {
  textOf: ({ url, description }: Webhook) => `${description ?? ''} ${url}`,
  sorts: {
    url: ({ url, description }: Webhook) => description ?? url,
    createdAt: ({ createdAt }: Webhook) => createdAt,
  },
}

export function WebhooksPage() {
  const { api } = useProject()
  const list = useWholeList(webhookListQuery(api), 'webhooks', SEARCH)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      create={CREATE}
      toolbar={<ListSearch label={texts.search} maxLength={100} />}
      empty={<EmptyState icon={<WebhookIcon />} texts={texts.empty} buttons={<CreateButton {...CREATE} />} />}
      table={{ columns: COLUMNS, nameOf: ({ url }) => url, opens: 'webhook' }}
    />
  )
}
