// The end of an email on the wire is a line with a dot alone, so a line of the email that begins with one gets another
// (RFC 5321 section 4.5.2). Our own emails hold CRLF only. In whatever else is sent, a dot after a lone CR or LF is
// doubled too: servers that take those for line ends read the end of the email there, and a second email behind it.
const CRLF = Buffer.from('\r\n')
const DOT = 0x2e
const CR = 0x0d
const LF = 0x0a
const AFTER_LF = Buffer.from('\n.')
const AFTER_CR = Buffer.from('\r.')

/** The email as it stands between DATA and the final dot; ends with CRLF. */
export function dotStuffed(bytes: Buffer): Buffer {
  const isDotted = bytes[0] === DOT || bytes.includes(AFTER_LF) || bytes.includes(AFTER_CR)
  const stuffed = isDotted
    ? Buffer.from(bytes.toString('latin1').replace(/(?<=^|[\r\n])\./g, '..'), 'latin1')
    : bytes
  const endsLine = stuffed.at(-2) === CR && stuffed.at(-1) === LF
  // An empty email is an empty text: the CRLF after DATA is the one before its dot.
  return endsLine || stuffed.length === 0 ? stuffed : Buffer.concat([stuffed, CRLF])
}
