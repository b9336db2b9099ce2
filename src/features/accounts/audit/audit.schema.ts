import { z } from 'zod'
import { listFields } from '../../../platform/http/replies/paging.schema.ts'

export const AuditEntry = z
  .object({
    id: z.string(),
    action: z.string().describe('What was done, such as key.created or member.removed.'),
    actor: z
      .object({
        kind: z.enum(['user', 'key', 'nobody']),
        id: z.string().nullable(),
        name: z.string().describe('The address of a person, or the name of an API key, as it was then.'),
      })
      .describe('Who did it.'),
    target: z.string().nullable().describe('What it was done to: a name, or an id.'),
    ipAddress: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' })

export const AuditList = z.object({ entries: z.array(AuditEntry), ...listFields }).meta({ id: 'AuditList' })
