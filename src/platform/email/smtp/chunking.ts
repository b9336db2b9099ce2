// How an email goes to the server: by DATA, or by BDAT (RFC 3030) where it offers CHUNKING and PIPELINING. BDAT says the
// length first, so the server looks for no end, and the commands of an email and the email itself fit into one write.
//
// - A connection sends its first email by DATA, and of the first one by BDAT only its first line until the server has
//   replied: one that offers CHUNKING without understanding it would read the email as commands. The line has to be there:
//   Postfix refuses `BDAT 0`, and warns its operator of the client.
// - An email whose first word leaves with its last byte is not sent again at once when the connection turns out to be
//   closed: only the receiver knows. So a connection that has been idle asks first.
// - The first trouble ends BDAT with this server for as long as the process lives.
import type { Extensions } from './smtp-session.ts'

/** `data`: MAIL, RCPT and DATA, then the email. `chunk`: its first line by BDAT, then the rest. `whole`: all in one write. */
export type Way = 'data' | 'chunk' | 'whole'

/** Shared by all connections to a server. */
export type KnownServer = { isChunkingBroken: boolean }

export type ConnectionState = {
  known: KnownServer
  extensions: Extensions
  /** Emails accepted on the connection. */
  sent: number
  /** The server has taken a chunk. */
  isProven: boolean
  /** Its last email was sent a moment ago. */
  isFresh: boolean
}

// A larger email is written piece by piece, each with its own timeout.
const LONGEST_CHUNK = 64 * 1024

export function chooseWay(
  { known, extensions, sent, isProven, isFresh }: ConnectionState,
  email: Buffer,
): Way {
  const isOffered = extensions.has('CHUNKING') && extensions.has('PIPELINING')
  if (!isOffered || known.isChunkingBroken || sent === 0) return 'data'
  // Without a line end the server would add one, or not.
  if (email.length > LONGEST_CHUNK || !email.subarray(-2).equals(LINE_END)) return 'data'
  return isProven && isFresh ? 'whole' : 'chunk'
}

const LINE_END = Buffer.from('\r\n')

/** The chunk that is sent to see whether the server understands. */
export const firstLineOf = (email: Buffer): Buffer =>
  email.subarray(0, email.indexOf(LINE_END) + LINE_END.length)

/** RFC 5321 section 4.2.2: the command is not known, not implemented or not expected, or a parameter is not. */
const NOT_UNDERSTOOD = new Set([500, 501, 502, 503, 504, 555])

/** The server has not taken the email, because it does not know what to do with BDAT. */
export const isNotUnderstood = (code: number): boolean => NOT_UNDERSTOOD.has(code)
