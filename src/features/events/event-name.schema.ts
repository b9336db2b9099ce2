import { textUpTo } from '../../platform/schemas/bounded.schema.ts'

/** Prefixes of the events that the service itself records. */
export const RESERVED_PREFIXES = ['email.', 'contact.', 'segment.', 'workflow.']

export const EventName = textUpTo(255).min(1, { error: 'must not be empty', abort: true })

// White space, invisible characters and marks of writing direction. Inside a name, joiners and selectors are part of emoji
// and of Persian words; at its ends they are not.
const INVISIBLE = String.raw`\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff`
const VISIBLE_ENDS = `^[^${INVISIBLE}]([^]*[^${INVISIBLE}])?$`
const visibleEnds = new RegExp(VISIBLE_ENDS)

/** The name of an event that a caller may record. */
export const TrackableName = EventName.superRefine((name, context) => {
  const prefix = RESERVED_PREFIXES.find((reserved) => toComparable(name).startsWith(reserved))
  if (prefix !== undefined) {
    context.addIssue({
      code: 'custom',
      message: `must not begin with "${prefix}" in any letter case: these names are reserved`,
      params: { code: 'reserved' },
    })
  } else if (!visibleEnds.test(name)) {
    context.addIssue({
      code: 'custom',
      message: 'must not begin or end with white space or invisible characters',
      params: { code: 'invalid_string' },
    })
  }
})
  // Other regular expression engines do not know [^].
  .meta({ pattern: VISIBLE_ENDS.replace('[^]*', String.raw`[\s\S]*`) })
  .describe(
    'Name of the event, 1 to 255 characters, without white space at either end. Names that begin with email., contact., segment. or workflow. are reserved, in any letter case.',
  )

/** Removes invisible characters and unifies look-alike forms, so that names are compared as people see them. */
function toComparable(name: string): string {
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}|[^\S ]/gu, '')
    .normalize('NFKC')
    .trim()
    .toLowerCase()
}
