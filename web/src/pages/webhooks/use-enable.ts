import { changeWebhook, webhookQuery } from '../../api/connections/webhooks.ts'
import type { Webhook } from '../../api/connections/webhooks.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { webhooks } from './webhooks.texts.ts'

export function useEnable(webhook: Webhook) {
  const { api } = useProject()
  return useChange({
    call: (_, enabled: boolean) => changeWebhook(api, webhook.id, { enabled }),
    record: webhookQuery(api, webhook.id),
    expected: (enabled) => ({ ...webhook, enabled }),
    done: ({ enabled }) => (enabled ? webhooks.detail.enabled : webhooks.detail.disabled),
    refreshes: ['/webhooks'],
  })
}
