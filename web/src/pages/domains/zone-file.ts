// The records as a zone file (RFC 1035, section 5), which most DNS panels can import.
import type { Domain, DomainRecord } from '../../api/connections/domains.ts'

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

function dataOf({ type, value, chunks, priority }: DomainRecord): string {
  if (type === 'TXT') return chunks.map(quoted).join(' ')
  return type === 'MX' ? `${priority ?? 10} ${value}.` : `${value}.`
}

/** Leaves out keys that no longer sign. An alias stays, for a later key. */
export const zoneFile = ({ records }: Pick<Domain, 'records'>): string =>
  records
    .filter(({ keyState, type }) => keyState !== 'RETIRING' || type === 'CNAME')
    .map((record) => `${record.name}. ${record.ttl} IN ${record.type} ${dataOf(record)}\n`)
    .join('')

/** The name for DNS panels that append the domain; "@" is the domain itself. */
export function shortName(
  { name }: Pick<DomainRecord, 'name'>,
  { asciiDomain }: Pick<Domain, 'asciiDomain'>,
): string {
  if (name === asciiDomain) return '@'
  return name.endsWith(`.${asciiDomain}`) ? name.slice(0, -asciiDomain.length - 1) : name
}
