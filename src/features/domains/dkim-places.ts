// Where a new DKIM key of a domain is published: at a selector of its own, or behind the alias that is free.
import type { Config } from '../../platform/config.ts'
import { displayDomain } from '../../platform/addresses/domain-name.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { utcDay } from '../../platform/time/local-day.ts'
import { dkimName, MOST_NAME } from './dns-records/domain-records.ts'
import type { PublicKey } from './dns-records/domain-records.ts'
import { newLabel, newSelector, ZONE_SLOTS, zoneSelector } from './dns-records/selectors.ts'
import type { KeyZone, ZoneSlot } from './dns-records/selectors.ts'
import type { DkimMode } from './domains.values.ts'

export type ZoneConfig = Pick<Config, 'DKIM_ZONE'>

/** `zone`: null if the key is not in one. */
export type KeyPlace = { selector: string; slot: ZoneSlot | null; zone: KeyZone | null }

/** `zone`: that of its aliases, if it ever had any. */
type PlaceOf = { domain: string; isReserved: boolean; zone: KeyZone | null }

/** `kept`: the keys that stay beside the new one. */
type PlaceChoice = { dkim: DkimMode; selector?: string | undefined; kept: readonly PublicKey[] }

/** @throws AppError if there is none */
export function choosePlace(
  { domain, isReserved, zone }: PlaceOf,
  { dkim, selector, kept }: PlaceChoice,
  config: ZoneConfig,
): KeyPlace {
  if (dkim === 'txt') return placeAtDomain(domain, { selector, kept })
  if (isReserved) {
    throw badMode(`must be txt for ${displayDomain(domain)}: names for tests are not in DNS`)
  }
  if (selector !== undefined) {
    throw badSelector('must be absent with cname: its two selectors stay as they are', 'custom')
  }
  // Aliases that are in use keep their zone when DKIM_ZONE changes.
  const isInUse = kept.some(({ slot }) => slot !== null)
  return placeInZone({ zone: isInUse ? zone?.zone : config.DKIM_ZONE, label: zone?.label }, kept)
}

function placeAtDomain(domain: string, { selector, kept }: Pick<PlaceChoice, 'selector' | 'kept'>): KeyPlace {
  if (selector === undefined) return { selector: newSelector(), slot: null, zone: null }
  if (kept.some((key) => key.selector === selector)) {
    throw badSelector('is the selector of another key of this domain', 'custom')
  }
  if (dkimName(selector, domain).length > MOST_NAME) {
    throw badSelector(
      `is too long: with the domain, the name has more than ${MOST_NAME} characters`,
      'too_big',
    )
  }
  return { selector, slot: null, zone: null }
}

type Aliases = { zone: string | undefined; label: string | undefined }

function placeInZone({ zone, label = newLabel() }: Aliases, kept: readonly PublicKey[]): KeyPlace {
  if (zone === undefined) {
    throw badMode('must be txt: this server has no zone for keys. Its operator can name one with DKIM_ZONE')
  }
  const slot = ZONE_SLOTS.find((one) => kept.every((key) => key.slot !== one))
  if (slot === undefined) throw noneFree(kept)
  return { selector: zoneSelector(label, slot), slot, zone: { zone, label } }
}

const badMode = (message: string) => invalidFields({ field: 'dkim', message, code: 'custom' })

const badSelector = (message: string, code: 'custom' | 'too_big') =>
  invalidFields({ field: 'selector', message, code })

function noneFree(kept: readonly PublicKey[]): AppError {
  const [first] = kept
    .flatMap(({ retiresAt }) => retiresAt ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())
  return new AppError('INVALID_STATE', {
    message: `Both aliases of the domain are in use: the previous key stays in DNS until ${first ? utcDay(first) : 'it is replaced'}, for emails in transit.`,
    suggestion:
      'Try again after that day. If a new key is needed sooner, POST /domains/{id}/keys with "dkim": "txt" gives it a selector of its own.',
  })
}
