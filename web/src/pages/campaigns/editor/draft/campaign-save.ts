import { mutationOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { campaignQuery, saveCampaign } from '../../../../api/campaigns.ts'
import type { Campaign } from '../../../../api/campaigns.ts'
import type { ProjectApi } from '../../../../api/client/client.ts'
import type { SetDraft } from '../../../../patterns/draft/record-draft.ts'
import { changesFrom } from './campaign-fields.ts'
import { campaignDrafts } from './campaign-draft.ts'
import type { EditedCampaign } from './campaign-draft.ts'

/** What the server had when it was last heard of: a save that waits for another begins with what that one saved. */
export class KnownCampaign {
  #newest: Campaign

  constructor(newest: Campaign) {
    this.#newest = newest
  }

  get(): Campaign {
    return this.#newest
  }

  hear(newest: Campaign): void {
    this.#newest = newest
  }
}

type SaveOptions = {
  api: ProjectApi
  id: string
  queryClient: QueryClient
  known: KnownCampaign
  setDraft: SetDraft<EditedCampaign>
}

export function saveOptions({ api, id, queryClient, known, setDraft }: SaveOptions) {
  const { queryKey } = campaignQuery(api, id)
  return mutationOptions({
    // One after the other: the second saves over what the first has saved.
    scope: { id: `campaign ${id}` },
    mutationFn: ({ fields }: EditedCampaign) => {
      const base = known.get()
      return saveCampaign(api, id, { ...changesFrom(base, fields), ifUpdatedAt: base.updatedAt })
    },
    onSuccess: (saved, { fields: sent }) => {
      known.hear(saved)
      setDraft((draft) => campaignDrafts.afterSave(draft, { sent, saved }))
      queryClient.setQueryData(queryKey, saved)
    },
    // Somebody else was faster, or has sent or deleted it: the page says what happened, from what is there now.
    onError: () => queryClient.refetchQueries({ queryKey, exact: true }),
  })
}
