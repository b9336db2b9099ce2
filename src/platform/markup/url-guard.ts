// Whether an attribute that holds a URL may be shown. A link whose address comes from data must not run code or open
// another program: only a few schemes pass, and what has none is a relative address, which an email client does nothing
// with. Everything is judged as the most forgiving email client would read it.

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'cid'])

/** What browsers and email clients load, submit to or follow, the ones of old browsers and VML included. */
const ONE_URL = new Set(
  'href src action formaction background poster data cite longdesc lowsrc dynsrc manifest codebase'.split(
    ' ',
  ),
)
/** Several, with blanks or commas between them, and a size behind each where they are images. */
const URL_LIST = new Set(['srcset', 'imagesrcset', 'ping'])

// What `xlink:href` and the `v:src` of VML stand for is the name without its prefix.
const localName = (attribute: string): string => attribute.slice(attribute.lastIndexOf(':') + 1).toLowerCase()

export const isUrlList = (attribute: string): boolean => URL_LIST.has(localName(attribute))
export const isUrlAttribute = (attribute: string): boolean =>
  ONE_URL.has(localName(attribute)) || isUrlList(attribute)

// Clients drop these around and within a scheme: URL Standard 4.4 removes tab and line ends everywhere and C0 controls
// at the ends; some drop every control, blank and invisible character.
const IGNORED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\uFFFD]/gu

/** Those that can make a colon or vanish; the semicolon is optional in old clients. Any other stays, and fails. */
const REFERENCES = /&(?:#x([0-9a-f]+)|#([0-9]+)|(colon|comma|tab|newline|amp|nbsp|shy|zwnj|zwj));?/gi
const NAMED: Record<string, string> = { colon: ':', comma: ',', tab: '\t', newline: '\n', amp: '&' }

/** Nothing that is dropped or decoded stands before the colon, so nothing can change. Most links end here. */
const USUAL = /^(?:https?|mailto|tel|cid):/i

// Browsers stop at less. Judging takes several rounds over all of it.
const MAX_LENGTH = 8192

// Each round undoes one escaping. A link is escaped once by us; trackers and forwarders add one each.
const MAX_ROUNDS = 5

/** Whether the value of this attribute may be shown; the text is as it stands in the HTML, escaped. */
export function isAllowedIn(attribute: string, text: string): boolean {
  if (!isUrlList(attribute)) return isAllowedUrl(text)
  return isGood(text, (list) => list.split(URL_SEPARATORS).every(hasAllowedScheme))
}

// A comma may belong to a URL, and then what follows is judged by itself. That refuses more, and never less.
const URL_SEPARATORS = /[\s,]+/

/** @param attribute the text between the quotes, escaped as it stands in the HTML */
export const isAllowedUrl = (attribute: string): boolean =>
  USUAL.test(attribute) || isGood(attribute, hasAllowedScheme)

/** As it is, and after each round of decoding. */
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
 * RFC 3986 4.2: the first segment of a relative reference holds no colon. So what stands before a colon is a scheme,
 * also when it is not spelled like one.
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
