// The meaning of the columns of a file from anywhere: by --map, or else by their names.
import { UsageError } from '../../../usage-error.ts'

export type CsvTarget =
  | { to: 'email' | 'status' | 'unsubscribed' | 'tags' }
  | { to: 'data'; key: string }
  | { to: 'data.*' }
  | null

/** By header, in the form of `simple`. */
const NAMES: Record<string, CsvTarget> = {
  email: { to: 'email' },
  'email address': { to: 'email' },
  'e mail': { to: 'email' },
  subscribed: { to: 'status' },
  status: { to: 'status' },
  'subscription status': { to: 'status' },
  subscriptionstate: { to: 'status' },
  unsubscribed: { to: 'unsubscribed' },
  tags: { to: 'tags' },
  'first name': { to: 'data', key: 'firstName' },
  'last name': { to: 'data', key: 'lastName' },
  name: { to: 'data', key: 'name' },
}

const simple = (header: string): string => header.toLowerCase().replaceAll(/[\s_-]+/g, ' ')

const TARGETS = 'email, status, unsubscribed, tags, data.<key>, data.* or null'

/** @throws UsageError */
export function mapCsvColumns(
  headers: readonly string[],
  map: Record<string, unknown>,
): Map<string, CsvTarget> {
  const unknown = Object.keys(map).find((header) => !headers.includes(header))
  if (unknown !== undefined) {
    throw new UsageError(
      `The file has no column "${unknown}" of --map; it has: ${headers.slice(0, 20).join(', ')}.`,
    )
  }
  const columns = new Map(
    headers
      .filter((header) => header !== '')
      .map(
        (header) =>
          [header, Object.hasOwn(map, header) ? chosen(header, map[header]) : byName(header)] as const,
      ),
  )
  const addresses = [...columns.values()].filter((target) => target?.to === 'email').length
  if (addresses === 1) return columns
  throw new UsageError(
    `The file has ${addresses === 0 ? 'no column' : 'several columns'} for the address. Name it with --map '{"${headers[0] ?? 'Mail'}":"email"}'; its columns are: ${headers.slice(0, 20).join(', ')}.`,
  )
}

function byName(header: string): CsvTarget {
  const name = simple(header)
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : { to: 'data', key: header }
}

function chosen(header: string, target: unknown): CsvTarget {
  if (target === null) return null
  if (target === 'email' || target === 'status' || target === 'unsubscribed' || target === 'tags') {
    return { to: target }
  }
  if (target === 'subscribed') return { to: 'status' }
  if (target === 'data.*') return { to: 'data.*' }
  if (typeof target === 'string' && /^data\../.test(target)) {
    return { to: 'data', key: target.slice('data.'.length) }
  }
  throw new UsageError(`--map: "${header}" must be ${TARGETS}.`)
}
