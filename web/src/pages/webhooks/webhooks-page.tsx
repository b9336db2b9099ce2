import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useMemo } from 'react'
import { totalOf } from '../../api/client/lists.ts'
import { webhookListQuery } from '../../api/webhooks.ts'
import type { Webhook } from '../../api/webhooks.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import type { Column } from '../../components/tables/data-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhooks as texts } from './webhooks.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/webhooks')

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

function columnsOf(projectId: string): Column<Webhook>[] {
  return [
    {
      id: 'url',
      header: texts.columns.url,
      width: 'minmax(12rem, 2fr)',
      cell: ({ id, url, description }) => (
        <span title={url}>
          <Link
            to="/app/p/$projectId/webhooks/$webhookId"
            params={{ projectId, webhookId: id }}
            className="font-medium hover:underline"
          >
            {description ?? url}
          </Link>
          {description !== null && <span className="ml-2 text-soft max-md:hidden">{url}</span>}
        </span>
      ),
    },
    {
      id: 'events',
      header: texts.columns.events,
      isWideOnly: true,
      width: 'minmax(10rem, 1fr)',
      cell: (webhook) => (
        <span className="text-soft" title={webhook.events.join('\n')}>
          {eventsOf(webhook)}
        </span>
      ),
    },
    {
      id: 'state',
      header: texts.columns.state,
      width: '8rem',
      cell: (webhook) => <WebhookState of={webhook} />,
    },
    {
      id: 'created',
      header: texts.columns.created,
      isWideOnly: true,
      width: '8rem',
      align: 'end',
      cell: ({ createdAt }) => (
        <span className="text-soft">
          <DayTime at={createdAt} />
        </span>
      ),
    },
  ]
}

export function WebhooksPage() {
  const { api, project, may } = useProject()
  const { create } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const list = useInfiniteQuery(webhookListQuery(api))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.webhooks) ?? [], [list.data])
  const columns = useMemo(() => columnsOf(project.id), [project.id])
  const total = totalOf(list.data)
  const isAllowed = may('member')
  const createButton = (
    <Button
      look="primary"
      icon={<Plus />}
      disabled={!isAllowed}
      onClick={() => void setSearch({ search: { create: 'true' } })}
    >
      {texts.create}
    </Button>
  )
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : texts.count(total)}
      actions={
        <>
          <ShowAsCurl calls={CALLS} />
          {createButton}
        </>
      }
    >
      <ListTable
        list={list}
        empty={
          <EmptyState
            icon={<WebhookIcon />}
            title={texts.empty.title}
            action={<div className="flex justify-center">{createButton}</div>}
          >
            {texts.empty.text}
          </EmptyState>
        }
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ url }) => url}
        total={total}
        onOpen={({ id }) =>
          void navigate({
            to: '/app/p/$projectId/webhooks/$webhookId',
            params: { projectId: project.id, webhookId: id },
          })
        }
      />
      <CreateWebhookDialog
        isOpen={create === 'true' && isAllowed}
        onClose={() => void setSearch({ search: {}, replace: true })}
      />
    </Page>
  )
}
