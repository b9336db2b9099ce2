export { findEmailsOfCampaign, listKnownCampaigns } from './campaign-emails.queries.ts'
