export { findEmailsOfCampaign, listKnownCampaigns } from './drafts/campaign-emails.queries.ts'
