import type { HtmlEvent } from '../../platform/markup/html-scan.ts'
import type { Piece } from '../../platform/markup/liquid-pieces.ts'

/** The pages to unsubscribe. Not `data.unsubscribeUrl`, which is a value of the customer. */
const OWN_PAGES = /(?<![\w.-])(?:unsubscribeUrl|manageUrl)(?![\w-])/
const PRINTING = new Set(['', 'assign', 'capture', 'echo'])

/**
 * Whether an email lets its reader unsubscribe: one of our pages is printed, or assigned for printing. A condition about one
 * does not count, nor does its name in quotes. Marketing email without a link gets a footer when it is sent.
 */
export const hasUnsubscribeLink = (pieces: readonly Piece[]): boolean =>
  pieces.some(
    ({ kind, name, text }) =>
      kind !== 'comment' &&
      PRINTING.has(name) &&
      OWN_PAGES.test(text.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '')),
  )

/** The Liquid that a reader can see or click: not that in comments and style sheets. */
export function shownPieces(events: readonly HtmlEvent[]): Piece[] {
  return events.flatMap((event) => {
    if (event.type === 'liquid') return [event.piece]
    if (event.type !== 'open') return []
    return [...event.loose, ...event.attributes.flatMap(({ pieces }) => pieces)]
  })
}
