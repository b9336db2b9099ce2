import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeWebhook, webhookQuery } from '../../api/webhooks.ts'
import type { Webhook } from '../../api/webhooks.ts'
import { useProject } from '../../app/use-project.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { webhooks } from './webhooks.texts.ts'

/** Optimistic: the switch moves at once, and back if the server refuses. */
export function useEnable(webhook: Webhook) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const { queryKey } = webhookQuery(api, webhook.id)
  return useMutation({
    mutationFn: (enabled: boolean) => changeWebhook(api, webhook.id, { enabled }),
    onMutate: async (enabled) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { ...webhook, enabled })
    },
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed)
      toast.good(changed.enabled ? webhooks.detail.enabled : webhooks.detail.disabled)
    },
    onError: (error) => {
      queryClient.setQueryData(queryKey, webhook)
      toast.error(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/webhooks'] }),
  })
}
