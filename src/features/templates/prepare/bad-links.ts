// Finds links that do not lead to a page or a program.
import type { Attribute } from '../../../platform/markup/html-scan.ts'

/** An email has no base URL for relative links. Anchors and links to other programs are fine. */
const GOOD = /^\s*(?:https?:\/\/[^\s/]|mailto:|tel:|sms:|#\S)/i

// Longer URLs are cut in the message.
const LONGEST_SHOWN = 80

/** The address of a link that leads nowhere, in a list; an empty list if there is none. */
export function badHref(html: string, { name, value, pieces }: Attribute): string[] {
  if (name !== 'href') return []
  const href = value ? html.slice(value.from, value.to) : ''
  // The value of a variable is not known here.
  const isOpen = pieces[0] !== undefined && html.slice(value?.from ?? 0, pieces[0].from).trim() === ''
  return isOpen || GOOD.test(href) || /^\s*https?:\/\/\{/i.test(href)
    ? []
    : [href.trim().slice(0, LONGEST_SHOWN)]
}

/** Whether an attribute of a source is a link that leads nowhere. */
export const isBadLink = (source: string, attribute: Attribute): boolean =>
  badHref(source, attribute).length > 0
