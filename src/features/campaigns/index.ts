export { findEmailsOfCampaign, listCampaignNames } from './campaign-emails.queries.ts'
