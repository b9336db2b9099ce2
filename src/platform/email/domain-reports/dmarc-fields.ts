// The values of elements of an aggregate report.
import { isIP, isIPv4 } from 'node:net'
import { networkOf } from '../../addresses/ip-network.ts'
import type { Disposition } from './domain-report.ts'
import { ReportError } from './report-error.ts'

/** Those that Lettermill makes (SELECTOR_PREFIX of the domains), also after their key was deleted. */
export const OWN_SELECTOR = /^lm[a-z0-9]{8}$/

export const nameOf = (text: string | undefined): string => (text ?? '').toLowerCase().replace(/\.$/, '')
export const isPass = (text: string | undefined): boolean => text?.toLowerCase() === 'pass'

/** RFC 9990 adds `pass`; some reporters have words of their own. */
export function dispositionOf(text: string | undefined): Disposition {
  const word = text?.toLowerCase()
  return word === 'quarantine' || word === 'reject' ? word : 'none'
}

export function readCount(text: string | undefined, most: number): number {
  const count = /^\d{1,15}$/.test(text ?? '') ? Number(text) : NaN
  if (!(count <= most)) throw new ReportError(`A record has no valid count: ${quoted(text)}.`)
  return count
}

export function readAddress(text: string | undefined): string {
  if (text === undefined || isIP(text) === 0 || text.includes('%')) {
    throw new ReportError(`A record has no valid source_ip: ${quoted(text)}.`)
  }
  // Some servers write IPv4 as IPv6 (::ffff:192.0.2.1): the source is the same, and so is its network.
  const mapped = /ffff:/i.test(text) ? networkOf(text) : text
  return isIPv4(mapped) ? mapped : text.toLowerCase()
}

export function readTime(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new ReportError(`The report has no valid date_range: ${quoted(text)}.`)
  return Number(text)
}

const quoted = (text: string | undefined): string =>
  text === undefined ? 'none' : JSON.stringify(text.slice(0, 60))
