// Where the field of a problem is edited: for links, and for the marks on the steps.
import type { PreflightProblem } from '../../../../api/sending/campaigns.ts'
import { VARIANTS } from '../../../../patterns/campaign-settings/variant-names.ts'
import type { Variant } from '../../../../patterns/campaign-settings/variant-names.ts'
import type { Pane, Step } from '../../campaign-views.ts'

export type Place = {
  step: Step
  pane?: Pane | undefined
  variant?: Variant | undefined
  name: 'audience' | 'content' | 'settings'
}

const AUDIENCE = new Set(['audienceType', 'segmentId', 'audienceFilter', 'topic'])
const CONTENT = new Set(['subject', 'body', 'previewText'])
const VARIANT = /^variants\.(\d)/

/** `field` is a path, such as variants.0.body. */
export function placeOf(field: string): Place {
  const [first = ''] = field.split('.')
  const [, number] = VARIANT.exec(field) ?? []
  if (AUDIENCE.has(first)) return { step: 'audience', name: 'audience' }
  if (number !== undefined) return { step: 'content', variant: VARIANTS[Number(number)], name: 'content' }
  if (CONTENT.has(first)) return { step: 'content', name: 'content' }
  return { step: 'content', pane: 'settings', name: 'settings' }
}

export const placeOfProblem = ({ field }: PreflightProblem): Place | undefined =>
  field === null ? undefined : placeOf(field)
