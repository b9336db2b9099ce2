import { z } from 'zod'
import { PathId } from '../../../platform/http/replies/paging.schema.ts'
import { FilterTree } from '../../filters/filters.schema.ts'

// Each is one more count over the contacts.
const MOST_FIELDS = 50
const LONGEST_FIELD = 200

export const MissingFieldsQuery = z
  .object({
    fields: z
      .array(
        z
          .string()
          .min(1, 'must not be empty')
          .max(LONGEST_FIELD, `must have at most ${LONGEST_FIELD} characters`),
      )
      .min(1, 'must have at least one field')
      .max(MOST_FIELDS, `must have at most ${MOST_FIELDS} fields`)
      .describe(
        'Variables as templates write them: `firstName`, `data.firstName`, `contact.data.firstName` or `address.city`.',
      ),
    segmentId: PathId.brand<'segment'>().optional().describe('Only members of this segment.'),
    filter: FilterTree.optional().describe('Only contacts that match this filter.'),
    subscribed: z
      .boolean()
      .optional()
      .describe('Only contacts who are (true) or are not (false) subscribed.'),
  })
  .meta({ id: 'MissingFieldsQuery' })

export const MissingFields = z
  .object({
    contacts: z.int().describe('Contacts that were counted.'),
    fields: z
      .array(
        z.object({
          field: z.string(),
          missing: z
            .int()
            .nullable()
            .describe(
              'Contacts without a value, or with an empty text. null: the service fills the variable in, or it is none that a contact can have.',
            ),
        }),
      )
      .describe('In the order of the request.'),
  })
  .meta({ id: 'MissingFields' })
