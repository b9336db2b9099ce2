// Decides whether an attribute with a URL may be shown. A link whose address comes from data must not run code or open
// another program: only a few schemes are allowed, and a URL without one is relative, which email clients ignore.
// Everything is read as the most lenient email client would.

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'cid'])

/** Attributes that browsers and email clients load, submit to or follow, including those of old browsers and VML. */
const ONE_URL = new Set(
  'href src action formaction background poster data cite longdesc lowsrc dynsrc manifest codebase'.split(
    ' ',
  ),
)
/** Several URLs, separated by blanks or commas, and followed by a size for images. */
const URL_LIST = new Set(['srcset', 'imagesrcset', 'ping'])

// Ignores the prefix of `xlink:href` and the `v:src` of VML.
const localName = (attribute: string): string => attribute.slice(attribute.lastIndexOf(':') + 1).toLowerCase()

export const isUrlList = (attribute: string): boolean => URL_LIST.has(localName(attribute))
export const isUrlAttribute = (attribute: string): boolean =>
  ONE_URL.has(localName(attribute)) || isUrlList(attribute)

// Clients ignore these around and within a scheme: URL Standard 4.4 removes tab and line ends everywhere and C0 controls at
// the ends; some ignore every control, blank and invisible character.
const IGNORED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\uFFFD]/gu

/** References that can produce a colon or vanish; the semicolon is optional in old clients. Any other stays, and fails. */
const REFERENCES = /&(?:#x([0-9a-f]+)|#([0-9]+)|(colon|comma|tab|newline|amp|nbsp|shy|zwnj|zwj));?/gi
const NAMED: Record<string, string> = { colon: ':', comma: ',', tab: '\t', newline: '\n', amp: '&' }

/** Nothing that is ignored or decoded precedes the colon, so nothing can change. Most links end here. */
const USUAL = /^(?:https?|mailto|tel|cid):/i

// Browsers have lower limits. The check takes several passes over all of it.
const MAX_LENGTH = 8192

// Each pass undoes one escaping. We escape a link once; trackers and forwarders add one each.
const MAX_ROUNDS = 5

/** Whether the value of this attribute may be shown; the text is escaped, as in the HTML. */
export function isAllowedIn(attribute: string, text: string): boolean {
  if (!isUrlList(attribute)) return isAllowedUrl(text)
  return isGood(text, (list) => list.split(URL_SEPARATORS).every(hasAllowedScheme))
}

// A comma may belong to a URL, and then the rest is checked separately. This refuses more, and never less.
const URL_SEPARATORS = /[\s,]+/

/** @param attribute the text between the quotes, escaped as in the HTML */
export const isAllowedUrl = (attribute: string): boolean =>
  USUAL.test(attribute) || isGood(attribute, hasAllowedScheme)

/** Checks the text as it is, and after each pass of decoding. */
function isGood(attribute: string, judge: (text: string) => boolean): boolean {
  if (attribute.length > MAX_LENGTH) return false
  let text = attribute
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (!judge(text)) return false
    const decoded = decode(text)
    if (decoded === text) return true
    text = decoded
  }
  return false
}

/**
 * RFC 3986 4.2: the first segment of a relative reference has no colon. So the text before a colon is a scheme, even if it
 * is not spelled like one.
 */
function hasAllowedScheme(text: string): boolean {
  const before = /^[^:/?#]*(?=:)/.exec(text.replace(IGNORED, ''))
  return before === null || SCHEMES.has(before[0].toLowerCase())
}

function decode(text: string): string {
  return text.includes('&') ? text.replace(REFERENCES, decodeOne) : text
}

function decodeOne(_: string, ...[hex, decimal, name]: (string | undefined)[]): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? ''
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code)
}
