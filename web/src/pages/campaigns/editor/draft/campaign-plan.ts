// The sending plan of a campaign and its defaults.
import { VARIANTS } from '../../campaign-views.ts'
import type { Variant } from '../../campaign-views.ts'
import type { CampaignFields, VariantFields } from './campaign-fields.ts'

export type PlanKind = 'all' | 'local' | 'bestHour' | 'canary' | 'variants'
type Plan = Pick<CampaignFields, 'sendAtLocalTime' | 'bestHour' | 'canary' | 'variants' | 'test'>

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

export function planOf(kind: PlanKind, fields: CampaignFields): Plan {
  if (kind === planKind(fields)) return fields
  if (kind === 'local') return { ...NONE, sendAtLocalTime: '09:00' }
  if (kind === 'bestHour') return { ...NONE, bestHour: BEST_HOUR }
  if (kind === 'canary') return { ...NONE, canary: CANARY }
  if (kind === 'variants') return withVariant(fields)
  return NONE
}

/** Adds a variant with the subject of A. */
export function withVariant({ variants, test, subject }: CampaignFields): Plan {
  return {
    ...NONE,
    variants: [...(variants ?? []), { subject, body: null, blocks: null }],
    test: test ?? TEST,
  }
}

export function withoutVariant({ variants, test }: CampaignFields, variant: Variant): Plan {
  const rest = (variants ?? []).filter((_, index) => index !== VARIANTS.indexOf(variant))
  return rest.length === 0 ? NONE : { ...NONE, variants: rest, test }
}

export function editVariant(
  { variants }: CampaignFields,
  variant: Variant,
  changes: Partial<VariantFields>,
): Pick<CampaignFields, 'variants'> {
  const at = VARIANTS.indexOf(variant)
  // A body written as code replaces the blocks.
  const edited = { ...('body' in changes && { blocks: null }), ...changes }
  return { variants: (variants ?? []).map((one, index) => (index === at ? { ...one, ...edited } : one)) }
}

export const variantOf = ({ variants }: CampaignFields, variant: Variant | undefined) =>
  variant === undefined ? undefined : variants?.[VARIANTS.indexOf(variant)]
