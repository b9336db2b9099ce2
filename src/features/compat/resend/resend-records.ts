// Domains, audiences and contacts between the form of Resend and ours.
import type { z } from 'zod'
import type { StrictBody } from '../../../platform/http/validation/body-shape.ts'
import type { Contact } from '../../contacts/contacts.schema.ts'
import type { Domain } from '../../domains/domains.schema.ts'
import type { Segment } from '../../segments/segments.schema.ts'
import type { ResendContactPatch, ResendListQuery } from './resend-records.schema.ts'

const TRACKING = 'tracking is a setting of the project in Lettermill: docs/tracking.md'
const DNS = 'Lettermill chooses the records itself: the answer lists them'

/** The query of our list. Resend's lists have no total, and counting takes time. */
export const queryOf = ({ limit }: z.output<typeof ResendListQuery>): Record<string, string> => ({
  total: 'false',
  ...(limit !== undefined && { limit }),
})

export const strictRecord: StrictBody = {
  records: [],
  hints: {
    open_tracking: TRACKING,
    click_tracking: TRACKING,
    tracking_subdomain: TRACKING,
    custom_return_path: DNS,
    region: 'a server of Lettermill has no regions',
    tls: 'the transport decides about TLS in Lettermill: docs/sending.md',
    capabilities: 'every domain of Lettermill sends, and receives bounces only',
    topics: 'choose topics by their keys with PATCH /contacts/{id} of Lettermill',
    segments: 'the path names the audience',
    filter: 'create a segment with a filter with POST /segments of Lettermill',
  },
}

type OwnDomain = z.output<typeof Domain>

export const toResendDomain = ({ id, domain, status, createdAt }: OwnDomain) => ({
  id,
  name: domain,
  status: status.toLowerCase() as Lowercase<OwnDomain['status']>,
  created_at: createdAt,
  region: null,
  capabilities: { sending: 'enabled' as const, receiving: 'disabled' as const },
})

export const toDnsRecords = ({ records }: OwnDomain) =>
  records.map(({ purpose, name, type, value, ttl, status, priority }) => ({
    record: purpose.toUpperCase(),
    name,
    type,
    value,
    ttl: String(ttl),
    status: statusOf(status),
    ...(priority !== undefined && { priority }),
  }))

function statusOf(status: OwnDomain['records'][number]['status']): 'pending' | 'verified' | 'failed' {
  if (status === 'ok') return 'verified'
  return status === 'pending' ? 'pending' : 'failed'
}

export const toAudience = ({
  id,
  name,
  createdAt,
}: Pick<z.output<typeof Segment>, 'id' | 'name' | 'createdAt'>) => ({
  id,
  name,
  created_at: createdAt,
})

type OwnContact = z.output<typeof Contact>

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

export const toResendContact = ({ id, email, subscribed, data, createdAt }: OwnContact) => ({
  id,
  email,
  first_name: textOf(data['firstName']),
  last_name: textOf(data['lastName']),
  created_at: createdAt,
  unsubscribed: !subscribed,
})

/** The parts of a contact that are written, as our API takes them. */
export const toContactPatch = ({ unsubscribed, properties, ...names }: ResendContactPatch) => ({
  ...(unsubscribed !== undefined && { subscribed: !unsubscribed }),
  data: {
    ...properties,
    ...(names.first_name !== undefined && { firstName: names.first_name }),
    ...(names.last_name !== undefined && { lastName: names.last_name }),
  },
})
