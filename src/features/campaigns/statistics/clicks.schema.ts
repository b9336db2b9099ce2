import { z } from 'zod'
import { listFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'

// Longer than most browsers accept; filters on clicked links have the same limit.
const LONGEST_URL = 2000

export const CampaignClick = z
  .object({
    contactId: z.string().nullable().describe('null once the contact is deleted.'),
    email: z.string().nullable().describe('The address; null or a keyed hash once the contact is deleted.'),
    emailId: z.string().describe('The id for `GET /emails/{id}`.'),
    clickedAt: z.iso.datetime().describe('When the link was clicked for the first time in this email.'),
  })
  .meta({ id: 'CampaignClick' })

export const CampaignClickList = z
  .object({ clicks: z.array(CampaignClick), ...listFields })
  .meta({ id: 'CampaignClickList' })

export const CampaignClickExportQuery = z.object({
  url: textUpTo(LONGEST_URL)
    .min(1, 'must not be empty')
    .describe('A `url` of `links` in `GET /campaigns/{id}/stats`, as it is there.'),
})

export const CampaignClickQuery = PageQuery.extend(CampaignClickExportQuery.shape)
