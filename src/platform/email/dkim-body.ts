// The relaxed canonical form of a body (RFC 6376 section 3.4.4): white space at the ends of lines is removed, runs of it
// become one blank, empty lines at the end are removed. Everything here is linear: callers choose the bodies.
const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09

const CRLF = Buffer.from('\r\n')

/** The bytes to hash for `bh=`. May be a view of `body`. */
export function relaxedBody(body: Buffer): Buffer {
  const reduced = isReducible(body) ? reduceBlanks(body) : body
  const end = endOfText(reduced)
  if (end === 0) return reduced.subarray(0, 0)
  return end + 2 <= reduced.length ? reduced.subarray(0, end + 2) : Buffer.concat([reduced, CRLF])
}

/** Whether the relaxed form differs inside the body. Most bodies need no rewriting. */
function isReducible(body: Buffer): boolean {
  if (body.includes(TAB) || body.at(-1) === SPACE) return true
  const last = body.length - 1
  for (let index = 0; index < last; index += 1) {
    if (body[index] === SPACE && (body[index + 1] === SPACE || body[index + 1] === CR)) return true
  }
  return false
}

/** The end of the last line that is not empty, before its CRLF. */
function endOfText(bytes: Buffer): number {
  let end = bytes.length
  while (end >= 2 && bytes[end - 2] === CR && bytes[end - 1] === LF) end -= 2
  return end
}

function reduceBlanks(body: Buffer): Buffer {
  const { length } = body
  const out = Buffer.allocUnsafe(length)
  let at = 0
  let isAfterBlank = false
  for (let index = 0; index < length; index += 1) {
    const byte = body[index] as number
    if (byte === SPACE || byte === TAB) {
      isAfterBlank = true
      continue
    }
    if (isAfterBlank) {
      isAfterBlank = false
      if (byte !== CR || body[index + 1] !== LF) {
        out[at] = SPACE
        at += 1
      }
    }
    out[at] = byte
    at += 1
  }
  return out.subarray(0, at)
}
