export { findEmailsOfCampaign } from './drafts/campaign-emails.queries.ts'
