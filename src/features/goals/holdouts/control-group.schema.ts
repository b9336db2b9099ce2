import { z } from 'zod'
import { Instant, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { TrackableName } from '../../events/event-name.schema.ts'
import { comparisonFields, GroupFigures } from './holdouts.schema.ts'

// Long enough for any name in the data of an event.
const LONGEST_VALUE = 100

const ValuePath = textUpTo(LONGEST_VALUE).regex(
  /^data(?:\.[A-Za-z0-9_-]+)+$/,
  'must be data.<key>, a number in the data of the event, such as data.total',
)

export const ControlGroupReportQuery = z.object({
  event: TrackableName.describe('The event that people are meant to reach, such as order.paid.'),
  from: Instant.optional().describe(
    'Events from this time on count. Default: since when the group has its size, and not earlier than 90 days ago.',
  ),
  to: Instant.optional().describe('Events before this time count. Default: now.'),
  value: ValuePath.optional().describe('A number in the data of the event to add up, such as data.total.'),
})

export const ControlGroupReport = z
  .object({
    event: z.string(),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    percent: z.int().describe('Percentage of the contacts in the group.'),
    heldBack: GroupFigures.describe('The contacts in the control group.'),
    others: GroupFigures.describe('All other contacts.'),
    ...comparisonFields,
  })
  .meta({ id: 'ControlGroupReport' })

export const ControlGroupMembership = z
  .object({
    contactId: z.string(),
    isMember: z.boolean().describe('Whether the contact is in the control group of the project.'),
    percent: z.int().describe('Percentage of the contacts in the group; 0 without one.'),
  })
  .meta({ id: 'ControlGroupMembership' })
