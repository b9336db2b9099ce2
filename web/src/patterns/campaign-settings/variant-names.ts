// Apart from campaign-plan.ts, because the routes need only the names, and the routes of all pages are loaded first.
import { VARIANT_NAMES } from '../../../../src/features/campaigns/campaigns.values.ts'

/** Without A, which is the campaign itself. */
export const [, ...VARIANTS] = VARIANT_NAMES
export type Variant = (typeof VARIANTS)[number]
