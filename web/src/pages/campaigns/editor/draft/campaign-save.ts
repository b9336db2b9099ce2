import { mutationOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { campaignQuery, saveCampaign } from '../../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../../api/sending/campaigns.ts'
import type { ProjectApi } from '../../../../api/client/client.ts'
import type { SetDraft } from '../../../../patterns/draft/record-draft.ts'
import { changesFrom } from './campaign-fields.ts'
import { campaignDrafts } from './campaign-draft.ts'
import type { EditedCampaign } from './campaign-draft.ts'

/** The last campaign from the server: a queued save builds on the one before it. */
export class LatestCampaign {
  #campaign: Campaign

  constructor(campaign: Campaign) {
    this.#campaign = campaign
  }

  get(): Campaign {
    return this.#campaign
  }

  set(campaign: Campaign): void {
    this.#campaign = campaign
  }
}

type SaveOptions = {
  api: ProjectApi
  id: string
  queryClient: QueryClient
  latest: LatestCampaign
  setDraft: SetDraft<EditedCampaign>
}

export function saveOptions({ api, id, queryClient, latest, setDraft }: SaveOptions) {
  const { queryKey } = campaignQuery(api, id)
  return mutationOptions({
    // Saves run one after the other.
    scope: { id: `campaign ${id}` },
    mutationFn: ({ fields }: EditedCampaign) => {
      const base = latest.get()
      return saveCampaign(api, id, { ...changesFrom(base, fields), ifUpdatedAt: base.updatedAt })
    },
    onSuccess: (saved, { fields: sent }) => {
      latest.set(saved)
      setDraft((draft) => campaignDrafts.afterSave(draft, { sent, saved }))
      queryClient.setQueryData(queryKey, saved)
    },
    // Somebody else may have saved, sent or deleted it: the page shows what happened.
    onError: () => queryClient.refetchQueries({ queryKey, exact: true }),
  })
}
