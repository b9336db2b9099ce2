import { z } from 'zod'
import {
  addressSearch,
  listFields,
  PageQuery,
  timeSort,
} from '../../../platform/http/replies/paging.schema.ts'

export const AuditEntry = z
  .object({
    id: z.string(),
    action: z.string().describe('The action, such as key.created or member.removed.'),
    actor: z
      .object({
        kind: z.enum(['user', 'key', 'nobody']),
        id: z.string().nullable(),
        name: z.string().describe('The address of the person or the name of the API key, at that time.'),
      })
      .describe('The person or API key that acted.'),
    target: z.string().nullable().describe('Name or id of the object of the action.'),
    ipAddress: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' })

export const AuditList = z.object({ entries: z.array(AuditEntry), ...listFields }).meta({ id: 'AuditList' })

export const AuditListQuery = PageQuery.extend({
  search: addressSearch.describe(
    'Part of the address or the name of who acted, of the action, of its object or of the IP address; case-insensitive.',
  ),
  sort: timeSort,
})
