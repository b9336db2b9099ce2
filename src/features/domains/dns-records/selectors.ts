// Names of DKIM keys. A key is at a selector of the domain, or in a zone of the operator (DKIM_ZONE): then two selectors of the
// domain, one per slot, are aliases of two names there. A new key goes to the slot that is free, so the aliases never change.
import { randomInt } from 'node:crypto'

const PREFIX = 'lm'

/** The length of selectors that are made here. */
export const SELECTOR_LENGTH = 10

// Without vowels and look-alikes, so that a selector is neither a word nor misread.
const LETTERS = 'bcdfghjkmnpqrstvwxz23456789'

export const ZONE_SLOTS = [1, 2] as const
export type ZoneSlot = (typeof ZONE_SLOTS)[number]

/** The zone of the operator, and the label of the domain in it. */
export type KeyZone = { zone: string; label: string }

// 76 bits: nobody can list the domains of a zone by asking for labels.
const LABEL_LENGTH = 16

const randomLetters = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Selectors are unique across projects too, because several projects may publish records for one domain. */
export const newSelector = (): string => PREFIX + randomLetters(SELECTOR_LENGTH - PREFIX.length)

export const newLabel = (): string => randomLetters(LABEL_LENGTH)

/** The selector of a slot: the beginning of the label keeps those of several projects apart. */
export const zoneSelector = (label: string, slot: ZoneSlot): string =>
  `${PREFIX}${label.slice(0, SELECTOR_LENGTH - PREFIX.length - 1)}${slot}`

/** The target of the alias of a slot. */
export const zoneName = ({ zone, label }: KeyZone, slot: ZoneSlot): string => `${label}-${slot}.${zone}`

type ZoneColumns = { dkim_zone: string | null; dkim_label: string | null }

export const keyZoneOf = ({ dkim_zone: zone, dkim_label: label }: ZoneColumns): KeyZone | null =>
  zone === null || label === null ? null : { zone, label }
