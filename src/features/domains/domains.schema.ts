import { z } from 'zod'
import { listUpTo, textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { listFields, PageQuery, QueryBoolean } from '../../platform/http/replies/paging.schema.ts'
import {
  DKIM_MODES,
  LONGEST_PRIVATE_KEY,
  LONGEST_SELECTOR,
  MOST_TRANSPORTS,
  RECORD_PURPOSES,
} from './domains.values.ts'

// A UUID.
const LONGEST_ID = 36

const DkimMode = z.enum(DKIM_MODES)

export const DomainCreate = z
  .object({
    // A DNS name has at most 253 characters; far longer texts are not parsed.
    domain: textUpTo(1_000).describe(
      'The part after the @ of the sender address, such as example.com. International names may be given in Unicode.',
    ),
    dkim: DkimMode.default('txt').describe(
      'How DKIM keys are published. txt: the record has the key. cname: two records point to a zone of this server, so that a later key needs no change; requires DKIM_ZONE.',
    ),
  })
  .meta({ id: 'DomainCreate' })

export const DomainKeyCreate = z
  .object({
    dkim: DkimMode.optional().describe('txt or cname, as for POST /domains. Default: as it is.'),
    selector: textUpTo(LONGEST_SELECTOR)
      .regex(
        /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
        'must have letters, digits and hyphens only, and no hyphen at either end',
      )
      .toLowerCase()
      .optional()
      .describe('A selector of your own, only with txt. Default: a new one.'),
    privateKey: textUpTo(LONGEST_PRIVATE_KEY)
      .optional()
      .describe(
        'A private RSA key of your own in PEM form, PKCS #1 or PKCS #8, of 1024 to 4096 bits and without a passphrase. It is stored encrypted and never shown again. Default: a new key of 2048 bits.',
      ),
  })
  .meta({ id: 'DomainKeyCreate' })

export const DomainPatch = z
  .object({
    transports: listUpTo(MOST_TRANSPORTS, textUpTo(LONGEST_ID))
      .refine(
        (ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length,
        'must not name a transport twice',
      )
      .optional()
      .describe(
        'Ids of the transports that send for this domain, in the order in which they are tried: the next one takes over while one does not work. An empty list: the default transport of the project, or that of this server.',
      ),
  })
  .meta({ id: 'DomainPatch' })

const Purpose = z.enum(RECORD_PURPOSES)
const CheckStatus = z.enum(['ok', 'missing', 'mismatch', 'unknown'])

/** The result of the last check of one record; stored-checks.ts says how it is stored. */
export const RecordCheck = z.object({
  purpose: Purpose,
  name: z.string(),
  value: z.string(),
  status: CheckStatus,
  /** Whether the status of the domain depends on it. Absent in checks of earlier versions. */
  required: z.boolean().optional(),
  found: z.array(z.string()),
  detail: z.string().nullable(),
  /** A digest of the DKIM key behind an alias, whose value is the same for the next key. */
  key: z.string().optional(),
})

export const DomainRecord = z
  .object({
    purpose: Purpose,
    type: z.enum(['TXT', 'MX', 'CNAME']),
    name: z.string().describe('Full name of the record, without a trailing dot.'),
    value: z.string().describe('Plain text, without quotation marks and not split.'),
    chunks: z
      .array(z.string())
      .describe('The value in pieces of at most 255 characters, for DNS panels that need long values split.'),
    priority: z.int().optional().describe('Priority of an MX record.'),
    ttl: z.int().describe('Suggested time to live, in seconds.'),
    required: z
      .boolean()
      .describe(
        'true if the domain is not verified without this record; the others are recommended. Depends on its transports.',
      ),
    keyState: z
      .enum(['ACTIVE', 'NEXT', 'RETIRING'])
      .optional()
      .describe(
        'For DKIM records. ACTIVE: signs emails. NEXT: takes over once the record is in DNS. RETIRING: can be removed soon. Absent: an alias for a later key.',
      ),
    status: z
      .enum(['pending', ...CheckStatus.options])
      .describe(
        'pending: not checked yet. unknown: the DNS server did not answer; the result does not count.',
      ),
    found: z.array(z.string()).describe('The values found in DNS, if the status is ok or mismatch.'),
    detail: z.string().nullable().describe('The problem, or a note.'),
  })
  .meta({ id: 'DomainRecord' })

export const Domain = z
  .object({
    id: z.string(),
    domain: z.string().describe('The name in Unicode.'),
    asciiDomain: z.string().describe('The name in ASCII, as DNS stores it.'),
    verified: z.boolean().describe('true if emails can be sent from this domain.'),
    status: z.enum(['PENDING', 'VERIFIED', 'FAILED']),
    records: z.array(DomainRecord),
    dkim: DkimMode.describe('How the newest DKIM key is published, and the next one will be.'),
    dkimZone: z
      .string()
      .nullable()
      .describe('The zone of this server for keys with cname; null if its operator has not set DKIM_ZONE.'),
    transports: z
      .array(z.string())
      .describe(
        'Ids of the transports that send for it, in the order in which they are tried. Empty: the default.',
      ),
    warning: z
      .object({
        since: z.iso.datetime(),
        message: z.string(),
        stopsAt: z.iso.datetime().nullable().describe('When the domain stops, or stopped, being a sender.'),
      })
      .nullable(),
    createdAt: z.iso.datetime(),
    verifiedAt: z.iso.datetime().nullable(),
    lastCheckedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Domain' })

export const DomainList = z.object({ domains: z.array(Domain), ...listFields }).meta({ id: 'DomainList' })

export const DomainListQuery = PageQuery.extend({
  verified: QueryBoolean.optional().describe('Only verified (true) or unverified (false) domains.'),
})
