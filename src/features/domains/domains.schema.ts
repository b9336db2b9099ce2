import { z } from 'zod'
import { textUpTo } from '../../platform/bounded.schema.ts'
import { listFields, PageQuery, QueryBoolean } from '../../platform/http/replies/paging.schema.ts'

export const DomainCreate = z
  .object({
    // A name has at most 253 characters in DNS; what is far above is not looked at.
    domain: textUpTo(1_000).describe(
      'The part behind the @ of the sender, such as example.com. International names may be typed as they are read.',
    ),
  })
  .meta({ id: 'DomainCreate' })

const Purpose = z.enum(['dkim', 'return-path', 'spf', 'dmarc', 'tracking'])
const CheckStatus = z.enum(['ok', 'missing', 'mismatch', 'unknown'])

/** Stored: what the last look found of one record. */
export const RecordCheck = z.object({
  purpose: Purpose,
  name: z.string(),
  value: z.string(),
  status: CheckStatus,
  found: z.array(z.string()),
  detail: z.string().nullable(),
})
export const RecordChecks = z.array(RecordCheck)

export const DomainRecord = z
  .object({
    purpose: Purpose,
    type: z.enum(['TXT', 'MX', 'CNAME']),
    name: z.string().describe('Fully qualified, without a dot at the end.'),
    value: z.string().describe('The plain text: no quotation marks, not split.'),
    chunks: z
      .array(z.string())
      .describe('The value in pieces of at most 255 characters, for DNS panels that want long texts so.'),
    priority: z.int().optional().describe('Of MX records.'),
    ttl: z.int(),
    required: z.boolean().describe('Whether mail can be sent only with it; the others are advised.'),
    keyState: z
      .enum(['ACTIVE', 'NEXT', 'RETIRING'])
      .optional()
      .describe('Of DKIM records. ACTIVE signs; NEXT takes over once it is in DNS; RETIRING can go soon.'),
    status: z
      .enum(['pending', ...CheckStatus.options])
      .describe(
        'pending: not looked at yet. unknown: the DNS server did not answer, which counts for nothing.',
      ),
    found: z.array(z.string()).describe('What is there, when the status is ok or mismatch.'),
    detail: z.string().nullable().describe('What is wrong, or good to know, in words.'),
  })
  .meta({ id: 'DomainRecord' })

export const Domain = z
  .object({
    id: z.string(),
    domain: z.string().describe('As people read it.'),
    asciiDomain: z.string().describe('As DNS has it.'),
    verified: z.boolean().describe('Whether mail can be sent from it.'),
    status: z.enum(['PENDING', 'VERIFIED', 'FAILED']),
    records: z.array(DomainRecord),
    warning: z
      .object({
        since: z.iso.datetime(),
        message: z.string(),
        stopsAt: z.iso.datetime().nullable().describe('When it stops, or stopped, being a sender.'),
      })
      .nullable(),
    createdAt: z.iso.datetime(),
    verifiedAt: z.iso.datetime().nullable(),
    lastCheckedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Domain' })

export const DomainList = z.object({ domains: z.array(Domain), ...listFields }).meta({ id: 'DomainList' })

export const DomainListQuery = PageQuery.extend({
  verified: QueryBoolean.optional().describe('Only those that are (true) or are not (false) verified.'),
})
