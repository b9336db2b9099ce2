export { findEmailsOfCampaign, listCampaignNames } from './campaigns.queries.ts'
