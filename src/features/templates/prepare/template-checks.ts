// Hints for the author of a valid template.
import type { z } from 'zod'
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'
import type { TemplateCheck } from '../templates.schema.ts'
import { hasUnsubscribeLink, shownPieces } from '../unsubscribe-link.ts'

export type Check = z.infer<typeof TemplateCheck>

/** The problem is the end of a sentence. */
export const notInlined = (problem: string): Check => ({
  code: 'CSS_NOT_INLINED',
  level: 'info',
  message: `The CSS was left in its style block: ${problem}.`,
})

// Gmail clips an email after 102 kB, and hides the rest, with the unsubscribe link, behind a link.
const GMAIL_BYTES = 102 * 1024

export function checkTemplate({ html, type }: { html: string; type: string }): Check[] {
  return [...checkMarkup(html, type), checkSize(html)].filter((check) => check !== undefined)
}

function checkMarkup(html: string, type: string): (Check | undefined)[] {
  try {
    const events = scanHtml(html, findPieces(html))
    return [
      ...(type === 'MARKETING' ? [checkUnsubscribe(events), checkPostalAddress(events)] : []),
      checkImages(events),
      checkFonts(html, events),
    ]
  } catch (error) {
    // Too many tags to scan; checkSize warns about the length.
    if (error instanceof RangeError) return []
    throw error
  }
}

function checkUnsubscribe(events: readonly HtmlEvent[]): Check | undefined {
  if (hasUnsubscribeLink(shownPieces(events))) return undefined
  return {
    code: 'NO_UNSUBSCRIBE_LINK',
    level: 'info',
    message:
      'There is no link to {{ unsubscribeUrl }} or {{ manageUrl }}; a footer with one is added when it is sent.',
  }
}

/** The footer added to email without an unsubscribe link shows the address; a body with its own link has to. */
function checkPostalAddress(events: readonly HtmlEvent[]): Check | undefined {
  const pieces = shownPieces(events)
  const isPrinted = pieces.some(({ text }) => /\blm_postal_address\b/.test(text))
  if (isPrinted || !hasUnsubscribeLink(pieces)) return undefined
  return {
    code: 'NO_POSTAL_ADDRESS',
    level: 'warning',
    message:
      'The body does not print {{ lm_postal_address }}, the postal address of the project. Many countries require one in marketing email. Ignore this if the body contains it as text.',
  }
}

function checkSize(html: string): Check | undefined {
  const bytes = Buffer.byteLength(html)
  if (bytes <= GMAIL_BYTES) return undefined
  return {
    code: 'CLIPPED_BY_GMAIL',
    level: 'warning',
    message: `The HTML has ${Math.ceil(bytes / 1024)} kB before variables are filled in; Gmail shows the first 102 kB.`,
  }
}

/** An empty alt is right for decoration; without alt, screen readers read the file name aloud. */
function checkImages(events: readonly HtmlEvent[]): Check | undefined {
  const bare = events.filter(
    (event) =>
      event.type === 'open' &&
      event.name === 'img' &&
      event.loose.length === 0 &&
      !event.attributes.some(({ name }) => name === 'alt'),
  )
  if (bare.length === 0) return undefined
  const images = bare.length === 1 ? '1 image has' : `${bare.length} images have`
  return { code: 'IMAGE_WITHOUT_ALT', level: 'info', message: `${images} no alt text.` }
}

const CSS_ADDRESS =
  /@import\s+(?:url\(\s*)?["']?(?:https?:)?\/\/([^/"')\s]+)|url\(\s*["']?(?:https?:)?\/\/([^/"')\s]+)/gi

/** A font from another server reveals to it who reads the email, and most email clients ignore it. */
function checkFonts(html: string, events: readonly HtmlEvent[]): Check | undefined {
  const hosts = new Set<string>()
  for (const event of events) {
    if (event.type === 'open' && event.name === 'link') addLink(html, event, hosts)
    if (event.type === 'rawtext' && event.element === 'style') {
      addFonts(html.slice(event.from, event.to), hosts)
    }
  }
  if (hosts.size === 0) return undefined
  return {
    code: 'FOREIGN_FONT',
    level: 'info',
    message: `Fonts or styles are loaded from ${[...hosts].slice(0, 5).join(', ')}; most email clients ignore them.`,
  }
}

function addLink(html: string, { attributes }: OpenTag, hosts: Set<string>): void {
  const value = (wanted: string) => {
    const found = attributes.find(({ name }) => name === wanted)?.value
    return found ? html.slice(found.from, found.to) : ''
  }
  const host = /^\s*(?:https?:)?\/\/([^/\s{]+)/i.exec(value('href'))?.[1]
  if (host !== undefined && /stylesheet|preload|preconnect/i.test(value('rel'))) hosts.add(host)
}

function addFonts(css: string, hosts: Set<string>): void {
  const fontFaces = css.match(/@font-face\s*\{[^}]*|@import[^;]*/gi) ?? []
  for (const [, imported, named] of fontFaces.join('\n').matchAll(CSS_ADDRESS)) {
    const host = imported ?? named
    if (host !== undefined) hosts.add(host)
  }
}
