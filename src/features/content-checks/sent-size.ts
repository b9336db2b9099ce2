// The weight of an email as it is sent.
import type { ContentProblem } from './markup/finding.ts'

/** Gmail shows this much of an email and puts the rest behind a link. */
const GMAIL_BYTES = 102 * 1024

export function sizeFindings(htmlBytes: number): ContentProblem[] {
  if (htmlBytes <= GMAIL_BYTES) return []
  return [
    {
      code: 'CLIPPED_BY_GMAIL',
      level: 'warning',
      message: `The HTML has ${Math.ceil(htmlBytes / 1024)} kB; Gmail shows the first 102 kB and hides the rest, including the unsubscribe link.`,
      suggestion: 'Shorten the body, or move styles that repeat into a style block.',
      line: null,
    },
  ]
}
