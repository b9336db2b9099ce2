import type { ProjectId } from '../../platform/ids.ts'
import type { UsingRecord } from '../uses/index.ts'
import type { CampaignRef } from './campaigns.queries.ts'

/** The campaign or recurring campaign that needs a segment, a domain or a topic. */
export type UserRef = { projectId: ProjectId; user: UsingRecord }

export const campaignUser = ({ projectId, campaignId }: CampaignRef): UserRef => ({
  projectId,
  user: { kind: 'campaign', id: campaignId },
})
