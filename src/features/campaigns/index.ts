export { recurringWork } from './recurring/run-recurring.service.ts'
export { findEmailsOfCampaign, listCampaignNames } from './campaigns.queries.ts'
export { explainCampaign } from './explain/explain-campaign.service.ts'
export type { ExplainedCampaign } from './explain/explain-campaign.service.ts'
