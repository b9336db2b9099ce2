// How to fix what the checks find, by their codes.
const SUGGESTIONS: Readonly<Record<string, string>> = {
  NO_POSTAL_ADDRESS: 'Print {{ lm_postal_address }} below the unsubscribe link.',
  NO_UNSUBSCRIBE_LINK: 'Put a link to {{ unsubscribeUrl }} where you want it.',
  LINK_NOT_HTTP: 'Write these addresses out, beginning with https://.',
  IMAGE_WITHOUT_ALT: 'Add alt="…" to each image; alt="" for decoration.',
  FOREIGN_FONT: 'Name a common font after your own in font-family.',
  NO_TEXT_PART: 'Write the text part yourself.',
}

export const suggestionFor = (code: string): string | null => SUGGESTIONS[code] ?? null
