import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteCampaign, duplicateCampaign } from '../../api/campaigns.ts'
import type { CampaignSummary } from '../../api/campaigns.ts'
import { useProject } from '../../app/use-project.ts'
import { toast } from '../../components/overlays/toast.tsx'
import type { Step } from './campaign-views.ts'
import { campaigns as texts } from './campaigns.texts.ts'

/** What can be done with a campaign from the list, from its editor and from its report. */
export function useCampaignActions({ id, name }: Pick<CampaignSummary, 'id' | 'name'>) {
  const { api } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const params = { projectId: api.projectId }
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/campaigns'] })
  const open = (campaignId: string, step?: Step) =>
    navigate({
      to: '/app/p/$projectId/campaigns/$campaignId',
      params: { ...params, campaignId },
      search: step === undefined ? {} : { step },
    })
  const duplicate = useMutation({
    mutationFn: () => duplicateCampaign(api, id),
    onSuccess: async (copy) => {
      await open(copy.id)
      await refresh()
    },
    onError: (error) => toast.error(error),
  })
  const removeNow = async () => {
    try {
      await deleteCampaign(api, id)
      await refresh()
    } catch (error) {
      toast.error(error)
    }
  }
  const remove = () => {
    void navigate({ to: '/app/p/$projectId/campaigns', params })
    toast.undoable(texts.deleted(name), {
      label: texts.undo,
      commit: () => void removeNow(),
      onUndo: () => void open(id),
    })
  }
  return { open, refresh, duplicate, remove }
}
