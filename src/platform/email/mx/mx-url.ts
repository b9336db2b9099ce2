// MAIL_TRANSPORT=mx: the one place that reads it. Own delivery has few settings, all in the query of the URL:
//
//   mx:?local=192.0.2.1,192.0.2.2&warm-up=true&google.connections=10&others.per-minute=60
import { LIMITED_NAMES } from './destination-limits.ts'
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

const LIMIT_FIELDS = { connections: 'connections', 'per-minute': 'perMinute' } as const

/** The options that change limits, such as google.connections. */
export const MX_LIMIT_OPTIONS: readonly string[] = LIMITED_NAMES.flatMap((name) =>
  Object.keys(LIMIT_FIELDS).map((field) => `${name}.${field}`),
)

type LimitOption = { name: string; field: 'connections' | 'perMinute' }

function limitOf(option: string): LimitOption | undefined {
  if (!MX_LIMIT_OPTIONS.includes(option)) return undefined
  const [name = '', field] = option.split('.')
  return { name, field: field === 'connections' ? 'connections' : 'perMinute' }
}

/** Reads a text that the settings accept. */
export function readMxUrl(text: string): MxSettings {
  const { searchParams } = new URL(text)
  const limits: Record<string, { connections?: number; perMinute?: number }> = {}
  for (const [option, value] of searchParams) {
    const limit = limitOf(option)
    if (limit) limits[limit.name] = { ...limits[limit.name], [limit.field]: Number(value) }
  }
  return {
    port: Number(searchParams.get('port') ?? MX_PORT),
    localAddresses: searchParams.get('local')?.split(',') ?? [],
    warmUp: searchParams.get('warm-up') === 'true',
    limits,
  }
}
