// What can be chosen in the addresses of these pages. The schemas would bring the validation library into the first load.
import type { Template } from '../../api/templates.ts'

export const TEMPLATE_TYPES = ['TRANSACTIONAL', 'MARKETING'] as const satisfies readonly Template['type'][]

/** What can stand beside the code, in order. */
export const PANES = ['preview', 'problems', 'details', 'versions'] as const
export type Pane = (typeof PANES)[number]
