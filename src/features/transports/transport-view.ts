import type { z } from 'zod'
import { displayDomain } from '../../platform/addresses/domain-name.ts'
import type { ShownTransport } from './transports.queries.ts'
import type { Transport } from './transports.schema.ts'

type TransportAnswer = z.infer<typeof Transport>
/** A union of its own for each type, so that the settings stay with their type. */
type ShownSettings<Answer = TransportAnswer> = Answer extends TransportAnswer
  ? Pick<Answer, 'type' | 'settings'>
  : never

export function toTransport(row: ShownTransport): TransportAnswer {
  const { domains, trouble } = row
  return {
    id: row.id,
    name: row.name,
    ...shownSettings(row),
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

/** Without secrets. */
function shownSettings(row: ShownTransport): ShownSettings {
  switch (row.type) {
    case 'smtp': {
      const { type, settings, secrets } = row
      return { type, settings: { ...settings, hasPassword: secrets !== null && settings.oauth2 === null } }
    }
    case 'ses':
      return { type: row.type, settings: row.settings }
    case 'mx':
      return { type: row.type, settings: row.settings }
  }
}
