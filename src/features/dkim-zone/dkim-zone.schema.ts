import { z } from 'zod'
import { listFields } from '../../platform/http/replies/paging.schema.ts'

export const ZoneRecord = z
  .object({
    type: z.literal('TXT'),
    name: z.string().describe('Full name of the record, without a trailing dot.'),
    value: z.string().describe('Plain text, without quotation marks and not split.'),
    chunks: z.array(z.string()).describe('The value in pieces of at most 255 characters.'),
    ttl: z.int().describe('Suggested time to live, in seconds.'),
    keyState: z
      .enum(['ACTIVE', 'NEXT', 'RETIRING'])
      .describe(
        'ACTIVE: signs emails, or will once the domain is verified. NEXT: signs once it is found in DNS. RETIRING: needed until `removeAt`, for emails in transit.',
      ),
    domain: z.string().describe('The sender domain whose alias points to the record.'),
    project: z.string().describe('Name of the project that has the domain.'),
    createdAt: z.iso.datetime(),
    removeAt: z.iso.datetime().nullable().describe('When the record is no longer needed, if that is known.'),
  })
  .meta({ id: 'ZoneRecord' })

export const ZoneRecordList = z
  .object({
    zone: z.string().nullable().describe('The setting DKIM_ZONE. Records of an earlier one are listed, too.'),
    records: z.array(ZoneRecord),
    ...listFields,
  })
  .meta({ id: 'ZoneRecordList' })

export const ZoneFile = z
  .any()
  .meta({
    type: 'string',
    examples: [
      'k3vnq8rtw5hx2mzd-1.dkim.mailer.example. 3600 IN TXT "v=DKIM1; k=rsa; p=MIIB…" ; shop.example\n',
    ],
  })
  .describe('Lines of a zone file (RFC 1035), with complete names.')
