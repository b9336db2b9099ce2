// A selector that is an alias of a name in the zone of the operator. Two people publish: the owner of the domain the alias, the
// operator the key behind it, so every finding says whose turn it is.
import type { Dns, Lookup } from '../../../platform/dns/dns.ts'
import { evaluateDkim } from './dkim-record.ts'
import { mismatch, missing, ok, unknown } from './finding.ts'
import type { RecordFinding } from './finding.ts'

/** `publicKey`: undefined while no key is behind the alias. */
export type DkimAlias = { name: string; target: string; publicKey: string | undefined }

/** `isAliased`: the alias is right, so what is missing or wrong is in the zone of the operator. */
export type AliasFinding = RecordFinding & { isAliased: boolean }

export async function examineDkimAlias(
  dns: Pick<Dns, 'cname' | 'txt'>,
  { name, target, publicKey }: DkimAlias,
): Promise<AliasFinding> {
  const [alias, texts] = await Promise.all([
    dns.cname(name),
    publicKey === undefined ? undefined : dns.txt(name),
  ])
  const place = evaluateAlias(alias, target)
  const isAliased = place.status === 'ok'
  if (publicKey === undefined || texts === undefined) return { ...place, isAliased }
  return { ...evaluateKey({ texts, publicKey, place, target }), isAliased }
}

function evaluateAlias(alias: Lookup<string>, target: string): RecordFinding {
  if (alias.status === 'unanswered') return unknown(alias.reason)
  if (alias.status === 'none') return missing()
  return alias.records.includes(target)
    ? ok(alias.records)
    : mismatch(alias.records, `The alias leads to another name: it must be ${target}.`)
}

type KeyBehindAlias = { texts: Lookup<string>; publicKey: string; place: RecordFinding; target: string }

/** Receivers follow any way to the key, so the key decides, and the alias only explains. */
function evaluateKey({ texts, publicKey, place, target }: KeyBehindAlias): RecordFinding {
  if (texts.status === 'unanswered') return unknown(texts.reason)
  if (texts.status === 'none') {
    return place.status === 'ok' ? missing(`The alias is right. ${awaitsOperator(target)}`) : place
  }
  const key = evaluateDkim(texts.records, publicKey)
  if (key.status === 'ok') {
    const isLasting = place.status === 'ok' || place.status === 'unknown'
    return isLasting ? key : ok(texts.records, noAlias(target))
  }
  if (place.status === 'ok') {
    return mismatch(
      texts.records,
      `The alias is right, but the TXT record at ${target} is not: the operator of this server has to correct it. ${key.detail}`,
    )
  }
  return place.status === 'missing'
    ? mismatch(
        texts.records,
        `There is a TXT record instead of an alias. Replace it with a CNAME to ${target}.`,
      )
    : place
}

const awaitsOperator = (target: string) =>
  `The operator of this server has not published the TXT record at ${target} yet.`

const noAlias = (target: string) =>
  `The key is found, but not by an alias of ${target}: the next key would not be. Make this name a CNAME to ${target}.`
