import { textUpTo } from '../../platform/schemas/bounded.schema.ts'

/** The families of what the service itself records. */
export const RESERVED_PREFIXES = ['email.', 'contact.', 'segment.', 'workflow.']

export const EventName = textUpTo(255).min(1, { error: 'must not be empty', abort: true })

// White space, and what shows nothing or turns the direction of writing. Joiners and selectors inside a name are part of
// emoji and of Persian words; at its ends these are not.
const UNSEEN = String.raw`\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff`
const SEEN_ENDS = `^[^${UNSEEN}]([^]*[^${UNSEEN}])?$`
const seenEnds = new RegExp(SEEN_ENDS)

/** The name of an event that a caller may record. */
export const TrackableName = EventName.superRefine((name, context) => {
  const prefix = RESERVED_PREFIXES.find((reserved) => asItLooks(name).startsWith(reserved))
  if (prefix !== undefined) {
    context.addIssue({
      code: 'custom',
      message: `must not begin with "${prefix}" in any letter case: these names are reserved`,
      params: { code: 'reserved' },
    })
  } else if (!seenEnds.test(name)) {
    context.addIssue({
      code: 'custom',
      message: 'must not begin or end with white space or invisible characters',
      params: { code: 'invalid_string' },
    })
  }
})
  // What other engines of regular expressions read, too.
  .meta({ pattern: SEEN_ENDS.replace('[^]*', String.raw`[\s\S]*`) })
  .describe(
    'Name of the event, 1 to 255 characters, without white space at either end. Names that begin with email., contact., segment. or workflow. are reserved, in any letter case.',
  )

/** Without what cannot be seen, and with one form of letters that have several: as a person would take it. */
function asItLooks(name: string): string {
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}|[^\S ]/gu, '')
    .normalize('NFKC')
    .trim()
    .toLowerCase()
}
