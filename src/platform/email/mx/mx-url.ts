// MAIL_TRANSPORT=mx: the one place that reads it. Own delivery has few settings, all in the query of the URL:
//
//   mx:?local=192.0.2.1,192.0.2.2&warm-up=true&google.connections=10&others.per-minute=60
import { LIMITED_NAMES } from './destination-limits.values.ts'
import type { LimitedName } from './destination-limits.values.ts'
import type { ChangedLimits } from './destination-limits.ts'

/** The settings of own delivery. */
export type MxSettings = {
  port: number
  /** The addresses of this machine to send from. Without any, the system chooses. */
  localAddresses: readonly string[]
  /** Whether the amount per day grows from a small number, see warm-up.ts. */
  warmUp: boolean
  limits: ChangedLimits
}

/** Mail servers listen there, and on no other port. */
export const MX_PORT = 25

export const isMxUrl = (text: string): boolean => text.startsWith('mx:')

type LimitField = 'connections' | 'perMinute'
type LimitOption = { option: string; name: LimitedName; field: LimitField }

const LIMIT_OPTIONS: readonly LimitOption[] = LIMITED_NAMES.flatMap((name): LimitOption[] => [
  { option: `${name}.connections`, name, field: 'connections' },
  { option: `${name}.per-minute`, name, field: 'perMinute' },
])

/** The options that change limits, such as google.connections. */
export const MX_LIMIT_OPTIONS: readonly string[] = LIMIT_OPTIONS.map(({ option }) => option)

/** Reads a text that the settings accept. */
export function readMxUrl(text: string): MxSettings {
  const { searchParams } = new URL(text)
  const limits: Partial<Record<LimitedName, Partial<Record<LimitField, number>>>> = {}
  for (const { option, name, field } of LIMIT_OPTIONS) {
    const value = searchParams.get(option)
    if (value !== null) limits[name] = { ...limits[name], [field]: Number(value) }
  }
  return {
    port: Number(searchParams.get('port') ?? MX_PORT),
    localAddresses: searchParams.get('local')?.split(',') ?? [],
    warmUp: searchParams.get('warm-up') === 'true',
    limits,
  }
}
