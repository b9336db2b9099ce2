import type { Dns } from '../../dns/dns.ts'

/** The names of an address (PTR), and whether one of them leads back to it, as receivers require. */
export type ReverseName =
  | { status: 'confirmed'; name: string }
  | { status: 'unconfirmed'; name: string }
  | { status: 'none' }
  | { status: 'unanswered'; reason: string }

export async function findReverseName(
  dns: Pick<Dns, 'addresses' | 'names'>,
  address: string,
): Promise<ReverseName> {
  const found = await dns.names(address)
  if (found.status !== 'found') return found
  const forward = await Promise.all(
    found.records.map(async (name) => ({ name, answer: await dns.addresses(name) })),
  )
  const confirmed = forward.find(
    ({ answer }) => answer.status === 'found' && answer.records.some((one) => isSameAddress(one, address)),
  )
  if (confirmed) return { status: 'confirmed', name: confirmed.name }
  const silent = forward.find(({ answer }) => answer.status === 'unanswered')
  if (silent?.answer.status === 'unanswered') return silent.answer
  return { status: 'unconfirmed', name: found.records[0] ?? '' }
}

/** IPv6 addresses have several forms. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other)

const canonical = (address: string) =>
  address.includes(':') ? new URL(`http://[${address}]`).hostname : address
