// Where the DMARC record of a domain is: the tree walk of RFC 9989 4.10, which replaces the Public Suffix List of RFC 7489.
import { parseTagList } from '../../domains/index.ts'
import type { Lookup } from '../../../platform/dns/dns.ts'
import { isDmarc } from './dmarc.ts'

// RFC 9989 4.10: at most eight questions, so the names between the eighth and the seventh label are left out.
const MOST_LABELS = 7

/** The names above the domain that can have its record, from the nearest to the top. */
export function namesAbove(domain: string): string[] {
  const labels = domain.split('.')
  const from = labels.length > MOST_LABELS + 1 ? labels.length - MOST_LABELS : 1
  return labels.slice(from).map((_, index) => labels.slice(from + index).join('.'))
}

/** The names above two domains, without the top-level domain, from the nearest on. */
export function commonNames(one: string, other: string): string[] {
  const above = new Set(namesAbove(other))
  return namesAbove(one).filter((name) => above.has(name) && name.includes('.'))
}

/** Whether a record is that of a public suffix, whose names belong to others each. */
export const endsOrganization = (record: string): boolean => {
  const parsed = parseTagList(record)
  return parsed.ok && parsed.tags.get('psd')?.toLowerCase() === 'y'
}

export type WalkedName = { name: string; texts: Lookup<string> }

/** The record that applies, of the answers above the domain in the order of `namesAbove`. */
export function chooseAbove(walked: readonly WalkedName[]): WalkedName | undefined {
  const withRecord = walked.filter((one) => recordIn(one) !== undefined)
  const ended = withRecord.find((one) => boundaryOf(one) !== 'u')
  if (ended === undefined) return withRecord.at(-1)
  if (boundaryOf(ended) === 'n') return ended
  // The organizational domain is one below a public suffix.
  const below = walked[walked.indexOf(ended) - 1]
  return below && withRecord.includes(below) ? below : ended
}

/** Several records at a name count as none. */
function recordIn({ texts }: WalkedName): string | undefined {
  const records = texts.status === 'found' ? texts.records.filter(isDmarc) : []
  return records.length === 1 ? records[0] : undefined
}

function boundaryOf(one: WalkedName): string {
  const parsed = parseTagList(recordIn(one) ?? '')
  return (parsed.ok ? parsed.tags.get('psd')?.toLowerCase() : undefined) ?? 'u'
}
