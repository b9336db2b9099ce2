// The address that reads DMARC reports here, in a DMARC record: beside addresses of others, which stay.
import { returnPathName } from './domain-records.ts'

const RUA = /^\s*rua\s*=/i

const addressOf = (domain: string): string => `mailto:dmarc@${returnPathName(domain)}`

function addressesIn(record: string): string[] {
  const rua = record.split(';').find((part) => RUA.test(part))
  return (rua?.replace(RUA, '') ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
}

/** Whether reports come to the address of one of the domains here. `mailto:x!10m` limits their size. */
export function sendsReportsHere(record: string, domains: readonly string[]): boolean {
  const found = addressesIn(record).map((address) => address.toLowerCase().replace(/!\d+[kmgt]?$/, ''))
  return domains.some((domain) => found.includes(addressOf(domain)))
}

/** The record with the address of the domain added to its own. */
export function withReportAddress(record: string, domain: string): string {
  const rua = `rua=${[...addressesIn(record), addressOf(domain)].join(',')}`
  const parts = record
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const place = parts.findIndex((part) => RUA.test(part))
  return (place === -1 ? [...parts, rua] : parts.with(place, rua)).join('; ')
}
