import type { FieldProblem } from '../../../platform/errors.ts'
import { misspellingOf } from '../../../platform/text/spelling.ts'
import { RESERVED_EVENT_NAMES } from '../../events/index.ts'
import { RESERVED_PREFIXES } from '../../events/event-name.schema.ts'

/** Finds reserved names that Lettermill never records: a webhook would never get them. */
export function describeUnknownEvents(names: readonly string[]): FieldProblem[] {
  return names.flatMap((name, index) => {
    const isReserved = RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))
    if (!isReserved || RESERVED_EVENT_NAMES.some((known) => known === name)) return []
    const meant = RESERVED_EVENT_NAMES.find((known) => misspellingOf(name, known) !== undefined)
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    return [
      {
        field: `events.${index}`,
        message: `is not an event of Lettermill.${hint} Its events are ${RESERVED_EVENT_NAMES.join(', ')}`,
        code: 'invalid_enum_value',
      },
    ]
  })
}
