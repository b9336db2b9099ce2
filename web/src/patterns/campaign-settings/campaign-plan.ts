// The sending plan of a campaign and its defaults.
import type { Campaign } from '../../api/sending/campaigns.ts'
import { VARIANTS } from './variant-names.ts'
import type { Variant } from './variant-names.ts'

export type VariantFields = NonNullable<Campaign['variants']>[number]

export type PlanKind = 'all' | 'local' | 'bestHour' | 'canary' | 'variants'
type Plan = Pick<Campaign, 'sendAtLocalTime' | 'bestHour' | 'canary' | 'variants' | 'test'>
/** The variants of a campaign that takes its content from a template may have no subject of A to begin with. */
type PlanOfEmail = Plan & { subject: string | null }

export function planKind({ sendAtLocalTime, bestHour, canary, variants }: Plan): PlanKind {
  if (variants !== null) return 'variants'
  if (canary !== null) return 'canary'
  if (bestHour !== null) return 'bestHour'
  return sendAtLocalTime === null ? 'all' : 'local'
}

const NONE: Plan = { sendAtLocalTime: null, bestHour: null, canary: null, variants: null, test: null }

/** The defaults of the API. */
const TEST = { share: 0.2, waitMinutes: 240, metric: 'clicks' as const }
const BEST_HOUR = { fallback: '09:00', comparison: 20 }
const CANARY = { percent: 1, waitMinutes: 60 }

export function planOf(kind: PlanKind, fields: PlanOfEmail): Plan {
  if (kind === planKind(fields)) return fields
  if (kind === 'local') return { ...NONE, sendAtLocalTime: '09:00' }
  if (kind === 'bestHour') return { ...NONE, bestHour: BEST_HOUR }
  if (kind === 'canary') return { ...NONE, canary: CANARY }
  if (kind === 'variants') return withVariant(fields)
  return NONE
}

/** Adds a variant with the subject of A. */
export function withVariant({ variants, test, subject }: PlanOfEmail): Plan {
  return {
    ...NONE,
    variants: [...(variants ?? []), { subject: subject ?? '', body: null, blocks: null }],
    test: test ?? TEST,
  }
}

export function withoutVariant({ variants, test }: Pick<Plan, 'variants' | 'test'>, variant: Variant): Plan {
  const rest = (variants ?? []).filter((_, index) => index !== VARIANTS.indexOf(variant))
  return rest.length === 0 ? NONE : { ...NONE, variants: rest, test }
}

export function editVariant(
  { variants }: Pick<Plan, 'variants'>,
  variant: Variant,
  changes: Partial<VariantFields>,
): Pick<Plan, 'variants'> {
  const at = VARIANTS.indexOf(variant)
  // A body written as code replaces the blocks.
  const edited = { ...('body' in changes && { blocks: null }), ...changes }
  return { variants: (variants ?? []).map((one, index) => (index === at ? { ...one, ...edited } : one)) }
}

export const variantOf = ({ variants }: Pick<Plan, 'variants'>, variant: Variant | undefined) =>
  variant === undefined ? undefined : variants?.[VARIANTS.indexOf(variant)]
