import { z } from 'zod'
import { listFields } from '../../platform/http/replies/paging.schema.ts'

export const EmailHit = z
  .object({
    id: z.string(),
    kind: z.enum(['open', 'click']),
    url: z
      .string()
      .nullable()
      .describe('Target of the link, with its variables as written in the template; null for an open.'),
    verdict: z.enum(['human', 'machine', 'unknown']).describe('Whether a person or a machine caused it.'),
    reasons: z.array(z.string()).describe('Reasons for the verdict.'),
    rulesVersion: z.int().describe('Version of the rules that gave the verdict.'),
    userAgent: z.string(),
    method: z.enum(['GET', 'HEAD']),
    place: z
      .string()
      .describe('Equal for hits from the same network address. The address itself is not stored.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'EmailHit' })

export const EmailHitList = z.object({ hits: z.array(EmailHit), ...listFields }).meta({ id: 'EmailHitList' })
