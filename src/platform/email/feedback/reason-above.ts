// Reports that put the reason above the address, or above several: GroupWise, MailMarshal, and lists with a heading per
// reason. A newcomer gets this wrong: what follows an address in such a report is the reason of the next one.
import { givesReason, hasReply } from './classify-report.ts'

type AddressLine = { address: string; line: number }

// A heading, or a reply of a few lines.
const LONGEST_REASON = 6
// Two such paragraphs, and the empty lines between them.
const LINES_ABOVE = 20

/** The reason of each address; undefined if the reasons do not stand above. */
export function findReasonsAbove(
  lines: readonly string[],
  mentions: readonly AddressLine[],
): Map<string, string> | undefined {
  const named = mentions.filter(({ line }) => line >= 0).toSorted((a, b) => a.line - b.line)
  const last = named.at(-1)
  if (last === undefined || hasReasonBelow(lines, last.line)) return undefined
  const reasons = new Map<string, string>()
  let reason = ''
  let start = 0
  for (const { address, line } of named) {
    reason = nearestReason(lines.slice(start, line), start === 0) ?? reason
    if (reason === '' || givesReason(lines[line] ?? '')) return undefined
    if (!reasons.has(address)) reasons.set(address, reason)
    start = line + 1
  }
  return reasons
}

/** The words after the last address are about it, unless they are advice: several lines further down, without a reply. */
function hasReasonBelow(lines: readonly string[], last: number): boolean {
  const below = lines.slice(last + 1, last + 1 + LONGEST_REASON)
  const [paragraph = ''] = paragraphsOf(below)
  const isNear = below[0]?.trim() !== '' || !paragraph.includes('\n')
  return isNear ? givesReason(paragraph) : hasReply(paragraph)
}

/**
 * Undefined if there are no words, so that the reason above the previous address applies. Above the first address there may
 * be a line between, such as "The following recipients were affected:".
 */
function nearestReason(above: readonly string[], isFirst: boolean): string | undefined {
  const paragraphs = paragraphsOf(above.slice(-LINES_ABOVE))
  if (paragraphs.length === 0) return undefined
  const nearest = paragraphs.slice(isFirst ? -2 : -1)
  return nearest.map((one) => one.split('\n').slice(-LONGEST_REASON).join('\n')).findLast(givesReason) ?? ''
}

const paragraphsOf = (lines: readonly string[]): string[] =>
  lines
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
