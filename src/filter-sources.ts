import { listCampaignNames } from './features/campaigns/index.ts'
import { contactsWithEmails, emailsOfContact } from './features/emails/index.ts'
import { contactsWithEvents, eventsOfContact } from './features/events/index.ts'
import { createFilters } from './features/filters/index.ts'
import type { Filters, FilterSources } from './features/filters/index.ts'
import { contactsInSegment, listSegmentsById } from './features/segments/index.ts'
import { listTemplateNames } from './features/templates/index.ts'
import { listKnownTopics } from './features/topics/index.ts'
import { listWorkflowNames } from './features/workflows/index.ts'
import type { Database } from './platform/db/client.ts'

/** Data of features above `filters`, for conditions on events, emails and segments. */
export const FILTER_SOURCES: FilterSources = {
  contactsWithEvents,
  contactsWithEmails,
  eventsOfContact,
  emailsOfContact,
  contactsInSegment,
}

export const buildFilters = (database: Database): Filters =>
  createFilters({
    database,
    sources: FILTER_SOURCES,
    findSegments: listSegmentsById,
    findTopics: listKnownTopics,
    findEmailOrigins: {
      campaignId: listCampaignNames,
      templateId: listTemplateNames,
      workflowId: listWorkflowNames,
    },
  })
