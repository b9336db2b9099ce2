import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Radio, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { testWebhook, webhookQuery } from '../../api/connections/webhooks.ts'
import type { Webhook } from '../../api/connections/webhooks.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { useEnable } from './use-enable.ts'
import { WebhookSettings } from './webhook-settings.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhooks as texts } from './webhooks.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/webhooks/$webhookId')
const { detail } = texts

const callsOf = ({ id }: Webhook) => {
  const path = `/webhooks/${id}`
  const method = 'POST' as const
  const range = { from: '2026-02-02T00:00:00Z', to: '2026-02-03T00:00:00Z' }
  return [
    { name: texts.calls.read, path },
    { name: texts.calls.deliveries, path: `${path}/deliveries` },
    { name: texts.calls.test, path: `${path}/test`, method },
    { name: texts.calls.replay, path: `${path}/replay`, method, body: range },
    { name: texts.calls.rotate, path: `${path}/rotate`, method, body: { graceSeconds: 86_400 } },
  ]
}

export function WebhookPage() {
  const { api } = useProject()
  const { webhookId } = route.useParams()
  const query = useQuery(webhookQuery(api, webhookId))
  if (!query.data) return <RecordUnavailable query={query} />
  return <WebhookView key={query.data.id} webhook={query.data} />
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { may } = useProject()
  const { tab = 'deliveries' } = route.useSearch()
  const setSearch = route.useNavigate()
  const [isReplaying, setIsReplaying] = useState(false)
  const test = useTest(webhook)
  const canSend = may('member') && webhook.enabled
  return (
    <Page
      title={webhook.description ?? webhook.url}
      subtitle={webhook.url}
      actions={
        <>
          <WebhookState of={webhook} />
          <ShowAsCurl calls={callsOf(webhook)} />
          <Button icon={<RotateCcw />} disabled={!canSend} onClick={() => setIsReplaying(true)}>
            {detail.replay}
          </Button>
          <Button
            look="primary"
            icon={<Radio />}
            disabled={!canSend}
            isBusy={test.isPending}
            onClick={() => test.mutate()}
          >
            {detail.test}
          </Button>
        </>
      }
    >
      <DisabledNotice webhook={webhook} />
      <Tabs
        label={detail.tabs}
        value={tab}
        onChange={(chosen) =>
          void setSearch({ search: { tab: chosen === 'deliveries' ? undefined : chosen } })
        }
        tabs={[
          { value: 'deliveries', label: detail.deliveries, content: <Deliveries webhook={webhook} /> },
          { value: 'settings', label: detail.settings, content: <WebhookSettings webhook={webhook} /> },
        ]}
      />
      <ReplayDialog webhook={webhook} isOpen={isReplaying} onClose={() => setIsReplaying(false)} />
    </Page>
  )
}

function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const { may } = useProject()
  const enable = useEnable(webhook)
  if (webhook.enabled) return null
  const { disabledReason } = webhook
  return (
    <Notice text={disabledReason === null ? detail.offText : detail.offReason(disabledReason)}>
      {may('member') && (
        <Button size="small" isBusy={enable.isPending} onClick={() => enable.mutate(true)}>
          {detail.switchOn}
        </Button>
      )}
    </Notice>
  )
}

/** Sends a test event and opens its delivery, which shows the response when it arrives. */
function useTest(webhook: Webhook) {
  const setSearch = route.useNavigate()
  return useChange({
    call: (api) => testWebhook(api, webhook.id),
    done: detail.tested,
    refreshes: [`/webhooks/${webhook.id}/deliveries`],
    onSuccess: ({ id }) => setSearch({ search: { delivery: id } }),
  })
}
