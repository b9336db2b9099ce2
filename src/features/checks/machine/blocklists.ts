// Blocklists that answer by DNS (RFC 5782): an address of 127.0.0.0/8 at the reversed address means that it is listed, and the
// last number why. Every list has 127.0.0.2 on it and never 127.0.0.1, which shows whether its answers can be believed.
import type { Lookup } from '../../../platform/dns/dns.ts'
import { reversedAddress } from '../../../platform/dns/reversed-address.ts'
import { advise, failed, good, unknown, warning } from '../check-finding.ts'
import type { Remedy, Verdict } from '../check-finding.ts'

export type Blocklist = {
  name: string
  zone: string
  hasIpv6: boolean
  /** Whether large receivers refuse email because of it. */
  isSevere: boolean
  /** The meaning of the codes; others mean that the address is listed. */
  codes: Record<string, string>
  /** The page on which to ask for removal. */
  removal: (address: string) => string
  /** The page that says who may ask, where not everybody may. */
  registration?: string
}

const SPAMHAUS_CODES = {
  '127.0.0.2': 'SBL, sources of spam',
  '127.0.0.3': 'CSS, addresses that send much unwanted email',
  '127.0.0.4': 'XBL, machines that others control',
  '127.0.0.5': 'XBL, machines that others control',
  '127.0.0.6': 'XBL, machines that others control',
  '127.0.0.7': 'XBL, machines that others control',
  '127.0.0.9': 'DROP, networks of criminals',
  '127.0.0.10': 'PBL, addresses that send no email themselves, as their provider says',
  '127.0.0.11': 'PBL, addresses that send no email themselves',
  '127.0.0.30': 'BCL, controllers of botnets',
}

const BARRACUDA = 'https://www.barracudacentral.org/rbl'

/** @param dqsKey the key of the Data Query Service, which has the same lists */
export const blocklistsOf = (dqsKey: string | undefined): Blocklist[] => [
  {
    name: 'Spamhaus ZEN',
    zone: dqsKey === undefined ? 'zen.spamhaus.org' : `${dqsKey}.zen.dq.spamhaus.net`,
    hasIpv6: true,
    isSevere: true,
    codes: SPAMHAUS_CODES,
    removal: () => 'https://check.spamhaus.org/',
    registration: 'https://www.spamhaus.com/free-trial/sign-up-for-a-free-data-query-service-account/',
  },
  {
    name: 'SpamCop',
    zone: 'bl.spamcop.net',
    hasIpv6: false,
    isSevere: true,
    codes: { '127.0.0.2': 'addresses that recipients reported' },
    removal: (address) => `https://www.spamcop.net/w3m?action=checkblock&ip=${address}`,
  },
  {
    name: 'Barracuda',
    zone: 'b.barracudacentral.org',
    hasIpv6: false,
    isSevere: true,
    codes: { '127.0.0.2': 'addresses that sent spam' },
    removal: () => `${BARRACUDA}/removal-request`,
    registration: `${BARRACUDA}/how-to-use`,
  },
  {
    name: 'PSBL',
    zone: 'psbl.surriel.com',
    hasIpv6: false,
    isSevere: false,
    codes: { '127.0.0.2': 'addresses that sent to spam traps' },
    removal: () => 'https://psbl.org/',
  },
  {
    name: 'DroneBL',
    zone: 'dnsbl.dronebl.org',
    hasIpv6: true,
    isSevere: false,
    codes: {},
    removal: (address) => `https://dronebl.org/lookup?ip=${address}`,
  },
  {
    name: 'UCEPROTECT 1',
    zone: 'dnsbl-1.uceprotect.net',
    hasIpv6: false,
    isSevere: false,
    codes: { '127.0.0.2': 'addresses that sent to spam traps' },
    removal: () => 'https://www.uceprotect.net/en/rblcheck.php',
  },
]

/** An address that every list has, and one that none has (RFC 5782 section 5). */
export const LISTED_BY_ALL = '127.0.0.2'
export const LISTED_BY_NONE = '127.0.0.1'

/** The name to ask for. */
export const nameAt = (zone: string, address: string): string => `${reversedAddress(address)}.${zone}`

export type ListAnswers = {
  /** About the address that every list has. */
  always: Lookup<string>
  /** About the address that no list has; asked only if the address is listed. */
  never?: Lookup<string>
  answer: Lookup<string>
}

// Codes for questions that are not answered, of Spamhaus, which others have taken over.
const REFUSALS: Record<string, string> = {
  '127.255.255.252': 'the list says that the question has a typing error, or its key is not valid',
  '127.255.255.254': 'the list does not answer public resolvers, such as those of Google and Cloudflare',
  '127.255.255.255': 'the list says that this resolver asks too much',
}

export function judgeListing(
  list: Blocklist,
  { address, answers }: { address: string; answers: ListAnswers },
): Verdict {
  const { always, never, answer } = answers
  const refusal = [...codesIn(always), ...codesIn(answer)].find((code) => code.startsWith('127.255.255.'))
  if (refusal !== undefined) {
    return unknown(
      `${list.name}: ${REFUSALS[refusal] ?? `the list refuses to answer (${refusal})`}`,
      askOtherwise(list),
    )
  }
  if (always.status === 'unanswered') return unknown(`${list.name}: ${always.reason}`, askOtherwise(list))
  if (answer.status === 'unanswered') return unknown(`${list.name}: ${answer.reason}`, askOtherwise(list))
  if (codesIn(always).length === 0) {
    return unknown(
      `${list.name}: the resolver gets no answers of the list, not even about an address that it always has`,
      askOtherwise(list),
    )
  }
  if (answer.status === 'none') return good(`${address} is not on the list ${list.name}.`)
  const codes = codesIn(answer)
  if (codes.length === 0 || (never !== undefined && codesIn(never).length > 0)) {
    return unknown(
      `${list.name}: the list, or the resolver, has an answer for every address`,
      askOtherwise(list),
    )
  }
  return judgeCodes(list, { address, codes })
}

/** An answer outside of 127.0.0.0/8 is that of a web server, as resolvers and parked domains give. */
const codesIn = (answer: Lookup<string>): string[] =>
  answer.status === 'found' ? answer.records.filter((record) => record.startsWith('127.')) : []

function judgeCodes(list: Blocklist, { address, codes }: { address: string; codes: string[] }): Verdict {
  const meanings = [...new Set(codes)].map((code) => {
    const meaning = list.codes[code]
    return meaning === undefined ? code : `${meaning} (${code})`
  })
  const removal = advise('Find out why, and end it: otherwise it is listed again. Then ask for removal.', {
    page: list.removal(address),
  })
  const found = `${address} is on the list ${list.name}: ${meanings.join('; ')}.`
  return list.isSevere
    ? failed(`${found} Receivers that use it refuse email from there.`, removal)
    : warning(`${found} Few receivers use it alone to refuse email.`, removal)
}

function askOtherwise({ name, registration }: Blocklist): Remedy {
  const own = 'Run a resolver of your own, such as Unbound, and set DNS_SERVERS to it.'
  if (registration === undefined) return advise(own)
  const other = name.startsWith('Spamhaus')
    ? 'Or get a free key of the Data Query Service, and set SPAMHAUS_DQS_KEY.'
    : 'This list also wants to know the resolvers that ask.'
  return advise(`${own} ${other}`, { page: registration })
}
