export { findEmailsOfCampaign, listCampaignNames } from './campaigns.queries.ts'
export { explainCampaign } from './explain/explain-campaign.service.ts'
export type { ExplainedCampaign } from './explain/explain-campaign.service.ts'
export { findCampaignExposures } from './goal-exposures.queries.ts'
