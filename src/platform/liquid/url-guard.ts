// Whether an attribute that holds a URL may be shown. A link whose address comes from data must not run code or open
// another program: only a few schemes pass, and what has none is a relative address, which a mail client does nothing
// with. Everything is judged as the most forgiving mail client would read it.

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'cid'])

// Clients drop these around and within a scheme: URL Standard 4.4 removes tab and line ends everywhere and C0 controls
// at the ends; some drop every control, blank and invisible character.
const IGNORED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\uFFFD]/gu

/** Those that can make a colon or vanish; the semicolon is optional in old clients. Any other stays, and fails. */
const REFERENCES = /&(?:#x([0-9a-f]+)|#([0-9]+)|(colon|tab|newline|amp|nbsp|shy|zwnj|zwj));?/gi
const NAMED: Record<string, string> = { colon: ':', amp: '&' }

/** Nothing that is dropped or decoded stands before the colon, so nothing can change. Most links end here. */
const USUAL = /^(?:https?|mailto|tel|cid):/i

// Browsers stop at less. Judging takes several rounds over all of it.
const MAX_LENGTH = 8192

// Each round undoes one escaping. A link is escaped once by us; trackers and forwarders add one each.
const MAX_ROUNDS = 5

/** @param attribute the text between the quotes, escaped as it stands in the HTML */
export function isAllowedUrl(attribute: string): boolean {
  if (USUAL.test(attribute)) return true
  if (attribute.length > MAX_LENGTH) return false
  let text = attribute
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (!hasAllowedScheme(text)) return false
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
