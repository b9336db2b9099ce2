import { getRouteApi } from '@tanstack/react-router'
import { Radio } from 'lucide-react'
import { pollAtTop } from '../../api/client/lists.ts'
import type { Webhook, WebhookDelivery } from '../../api/connections/webhooks.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Toolbar } from '../../components/page.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryStatus } from './webhook-state.tsx'
import { webhooks } from './webhooks.texts.ts'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import { deliveryListQuery } from '../../api/connections/webhooks.ts'

const texts = webhooks.deliveries
const route = getRouteApi('/signed-in/app/p/$projectId/webhooks/$webhookId')

function deliveryColumns(open: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] {
  return columnsOf(texts.columns, {
    type: {
      width: 'minmax(10rem, 2fr)',
      cell: (delivery) => (
        <button
          type="button"
          onClick={() => open(delivery)}
          className="max-w-full truncate font-medium hover:underline"
        >
          {delivery.type}
        </button>
      ),
    },
    status: { width: '8rem', cell: ({ status }) => <DeliveryStatus status={status} /> },
    answer: {
      isWideOnly: true,
      width: '6rem',
      cell: ({ lastStatus }) => <span className="tabular text-soft">{lastStatus ?? texts.noAnswer}</span>,
    },
    attempts: {
      isWideOnly: true,
      width: 'minmax(7rem, 14rem)',
      cell: ({ attempts, nextAttemptAt }) => (
        <span className="tabular text-soft">
          {attempts}
          {nextAttemptAt !== null && attempts > 0 && (
            <>
              {' '}
              · {texts.next} <Time at={nextAttemptAt} />
            </>
          )}
        </span>
      ),
    },
    at: {
      width: '8rem',
      align: 'end',
      isSoft: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  })
}

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { api } = useProject()
  const { status, q: search, delivery: openId } = route.useSearch()
  const { change, clear } = usePageSearch()
  const list = useList(
    { ...deliveryListQuery(api, webhook.id, { status, search }), refetchInterval: pollAtTop },
    'deliveries',
  )
  const open = ({ id }: WebhookDelivery) => change({ delivery: id })
  return (
    <div className="flex min-h-0 grow flex-col">
      <Toolbar>
        <ListSearch label={texts.search} />
        <ListFilter label={texts.status} param="status" names={webhooks.statuses} />
      </Toolbar>
      <ListTable
        list={list}
        empty={
          status === undefined && search === undefined ? (
            <EmptyState icon={<Radio />} texts={texts.empty} />
          ) : (
            <NothingFound texts={texts.nothing} onClear={clear} />
          )
        }
        label={texts.list}
        columns={deliveryColumns(open)}
        idOf={({ id }) => id}
        nameOf={({ type }) => type}
        onOpen={open}
      />
      <DeliveryDialog
        webhook={webhook}
        deliveryId={openId}
        onClose={() => change({ delivery: undefined }, { replace: true })}
      />
    </div>
  )
}
