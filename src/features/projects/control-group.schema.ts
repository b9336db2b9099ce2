import { z } from 'zod'

// A control group costs what its members do not buy; a fifth of the contacts is more than enough to compare with.
const MOST_PERCENT = 20

const PERCENT = `Percentage of the contacts in the group, 0 to ${MOST_PERCENT}. 0: there is none. A larger share keeps its earlier members.`

export const ControlGroup = z
  .object({
    percent: z.int().describe(PERCENT),
    since: z.iso
      .datetime()
      .nullable()
      .describe('Since when the group has this size; reports begin here. null without a group.'),
  })
  .meta({ id: 'ControlGroup' })

export const ControlGroupPatch = z
  .object({
    percent: z
      .int()
      .min(0, 'must be at least 0')
      .max(MOST_PERCENT, `must be at most ${MOST_PERCENT}`)
      .describe(PERCENT),
  })
  .meta({ id: 'ControlGroupPatch' })
