import { createPublicKey } from 'node:crypto'
import { dkimName, dkimValue, evaluateDkim } from '../../domains/index.ts'
import { utcDay } from '../../../platform/time/local-day.ts'
import type { AliasFinding, PublicKey } from '../../domains/index.ts'
import type { Lookup } from '../../../platform/dns/dns.ts'
import { advise, failed, good, publish, unknown, warning } from '../check-finding.ts'
import type { Remedy, Verdict } from '../check-finding.ts'

type DkimAnswer = { domain: string; key: PublicKey; texts: Lookup<string> }

/** The record of a key that signs, or will sign. */
export function judgeDkimRecord({ domain, key, texts }: DkimAnswer): Verdict {
  if (texts.status === 'unanswered') return unknown(texts.reason)
  const name = dkimName(key.selector, domain)
  const remedy = publish('Publish this record.', { name, value: dkimValue(key.publicKey) })
  const isSigning = key.state === 'ACTIVE'
  const judge = isSigning ? failed : warning
  const until = isSigning ? '' : ' The previous key signs until it is found.'
  if (texts.status === 'none') return judge(`There is no DKIM record at ${name}.${until}`, remedy)
  const { status, detail } = evaluateDkim(texts.records, key.publicKey)
  if (status !== 'ok') return judge(`The DKIM record at ${name} is wrong. ${detail ?? ''}${until}`, remedy)
  return detail === null ? good(`The DKIM record at ${name} has the key.`) : warning(detail, remedy)
}

type AliasAnswer = { domain: string; key: PublicKey; target: string; finding: AliasFinding }

/** The alias of a key that is in the zone of this server. */
export function judgeDkimAlias({ domain, key, target, finding }: AliasAnswer): Verdict {
  const { status, detail, isAliased } = finding
  const name = dkimName(key.selector, domain)
  if (status === 'unknown') return { state: 'unknown', found: detail ?? '', remedy: null }
  const remedy = isAliased
    ? publish('Publish this record in the zone of this server.', {
        name: target,
        value: dkimValue(key.publicKey),
      })
    : publish('Publish this alias instead of any other record at the name.', {
        type: 'CNAME',
        name,
        value: target,
      })
  if (status === 'ok') {
    return detail === null ? good(`The alias at ${name} leads to the key.`) : warning(detail, remedy)
  }
  const isSigning = key.state === 'ACTIVE'
  const problem =
    status === 'missing' ? `There is no DKIM key at ${name}.` : `The DKIM key at ${name} is wrong.`
  const until = isSigning ? '' : ' The previous key signs until it is found.'
  return (isSigning ? failed : warning)(`${problem} ${detail ?? ''}`.trim() + until, remedy)
}

// RFC 8301 3.2: verifiers ignore shorter ones; 2048 is recommended.
const LEAST_BITS = 1024
const GOOD_BITS = 2048

export function judgeKeyLength(publicKey: string, rotation: Remedy): Verdict {
  const bits = bitsOf(publicKey)
  if (bits === undefined) return unknown('the key cannot be read')
  if (bits < LEAST_BITS) return failed(`The key has ${bits} bits, and receivers ignore it.`, rotation)
  if (bits < GOOD_BITS) {
    return warning(`The key has ${bits} bits. ${GOOD_BITS} are recommended since 2018 (RFC 8301).`, rotation)
  }
  return good(`The key has ${bits} bits.`)
}

function bitsOf(publicKey: string): number | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.modulusLength
  } catch {
    return undefined
  }
}

const DAY_MS = 86_400_000

// A stolen key signs as the domain until it is replaced.
const OLDEST_DAYS = 365

type KeyAge = { createdAt: Date; now: Date; rotation: Remedy }

export function judgeKeyAge({ createdAt, now, rotation }: KeyAge): Verdict {
  const days = Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS)
  const found = `The key was added on ${utcDay(createdAt)}${agoOf(days)}.`
  return days > OLDEST_DAYS
    ? warning(`${found} A new one each year is good practice.`, rotation)
    : good(found)
}

const agoOf = (days: number) => (days < 2 ? '' : `, ${days} days ago`)

/** How the key of a domain is replaced. */
export const rotationOf = (apiUrl: string, domainId: string): Remedy =>
  advise('Create a new key, and publish its record. It signs as soon as it is found in DNS.', {
    command: `curl -X POST ${apiUrl}/domains/${domainId}/rotate -H "Authorization: Bearer $LETTERMILL_KEY"`,
  })
