import type { z } from 'zod'
import { displayDomain } from '../../platform/addresses/domain-name.ts'
import { settingsOf } from './transports.queries.ts'
import type { ShownTransport } from './transports.queries.ts'
import type { Transport } from './transports.schema.ts'
import type { TRANSPORT_TYPES } from './transports.values.ts'

export function toTransport({ domains, trouble, ...row }: ShownTransport): z.infer<typeof Transport> {
  const settings = settingsOf(row)
  return {
    id: row.id,
    name: row.name,
    type: row.type as (typeof TRANSPORT_TYPES)[number],
    settings: { ...settings, hasPassword: row.secrets !== null && settings.oauth2 === null },
    ratePerSecond: row.rate_per_second,
    maxConnections: row.max_connections,
    isDefault: row.is_default,
    domains: domains.map(({ id, domain }) => ({ id, domain: displayDomain(domain) })),
    state: {
      status: trouble ? 'failing' : 'working',
      lastError: trouble?.reason ?? null,
      since: trouble ? new Date(trouble.since).toISOString() : null,
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
