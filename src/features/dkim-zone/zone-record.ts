// A key in the zone of the operator as a DNS record, for people and as a line of a zone file (RFC 1035, section 5).
import type { z } from 'zod'
import { displayDomain } from '../../platform/addresses/domain-name.ts'
import { chunksOf, dkimValue, TTL_SECONDS, zoneName } from '../domains/index.ts'
import type { ZoneKeyRow } from '../domains/index.ts'
import type { ZoneRecord } from './dkim-zone.schema.ts'

export function toZoneRecord(row: ZoneKeyRow): z.output<typeof ZoneRecord> {
  const value = dkimValue(row.public_key)
  return {
    type: 'TXT',
    name: zoneName(row, row.slot),
    value,
    chunks: chunksOf(value),
    ttl: TTL_SECONDS,
    keyState: row.state,
    domain: displayDomain(row.domain),
    project: row.project,
    createdAt: row.created_at.toISOString(),
    removeAt: row.retires_at?.toISOString() ?? null,
  }
}

/** Names are complete, so the lines are right in any file. Values have no character to be escaped. */
export function zoneLine(row: ZoneKeyRow): string {
  const { name, chunks, ttl } = toZoneRecord(row)
  return `${name}. ${ttl} IN TXT ${chunks.map((chunk) => `"${chunk}"`).join(' ')} ; ${row.domain}\n`
}
