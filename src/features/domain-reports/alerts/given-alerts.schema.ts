import { z } from 'zod'
import { listFields } from '../../../platform/http/replies/paging.schema.ts'
import { ALERT_EVENTS } from '../domain-reports.values.ts'

export const DomainAlert = z
  .object({
    id: z.string(),
    domainId: z.string(),
    domain: z.string(),
    event: z.enum(Object.values(ALERT_EVENTS)).describe('The event of the alert, as for webhooks.'),
    reason: z.string().describe('A sentence about what was seen.'),
    advice: z.string().describe('The next step, as a sentence.'),
    createdAt: z.iso.datetime().describe('When the alert was given.'),
  })
  .meta({ id: 'DomainAlert' })

export const DomainAlertList = z
  .object({ alerts: z.array(DomainAlert), ...listFields })
  .meta({ id: 'DomainAlertList' })
