// An email ends with a dot alone on a line, so a line that begins with a dot gets a second one (RFC 5321 section 4.5.2).
// Our own emails contain CRLF only. In anything else, a dot after a lone CR or LF is doubled too: servers that accept those
// as line ends would see the end of the email there, and a second email after it.
const CRLF = Buffer.from('\r\n')
const DOT = 0x2e
const CR = 0x0d
const LF = 0x0a
const AFTER_LF = Buffer.from('\n.')
const AFTER_CR = Buffer.from('\r.')

/** The email as sent between DATA and the final dot; ends with CRLF. */
export function dotStuffed(bytes: Buffer): Buffer {
  const isDotted = bytes[0] === DOT || bytes.includes(AFTER_LF) || bytes.includes(AFTER_CR)
  const stuffed = isDotted
    ? Buffer.from(bytes.toString('latin1').replace(/(?<=^|[\r\n])\./g, '..'), 'latin1')
    : bytes
  const endsLine = stuffed.at(-2) === CR && stuffed.at(-1) === LF
  // An empty email needs no CRLF: the one after DATA comes before its dot.
  return endsLine || stuffed.length === 0 ? stuffed : Buffer.concat([stuffed, CRLF])
}
