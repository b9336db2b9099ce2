import { z } from 'zod'
import { listFields } from '../../platform/http/replies/paging.schema.ts'

export const TokenParams = z.object({ token: z.string() })

export const EmailHit = z
  .object({
    id: z.string(),
    kind: z.enum(['open', 'click']),
    url: z
      .string()
      .nullable()
      .describe('Where the link leads, as it was written, with its variables; null for an open.'),
    verdict: z.enum(['human', 'machine', 'unknown']),
    reasons: z.array(z.string()).describe('What the verdict rests on.'),
    rulesVersion: z.int().describe('The version of the rules that gave the verdict.'),
    userAgent: z.string(),
    method: z.enum(['GET', 'HEAD']),
    place: z.string().describe('The same for hits from one network address. The address itself is not kept.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'EmailHit' })

export const EmailHitList = z.object({ hits: z.array(EmailHit), ...listFields }).meta({ id: 'EmailHitList' })
