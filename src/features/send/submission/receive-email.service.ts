// Receives an email to its end, valid or not. A project that uses up its budget is read more slowly, so that its own mailers
// wait and those of other projects do not.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServerDataStream } from 'smtp-server'
import type { Clock } from '../../../platform/clock.ts'
import { createWorkBudgets } from '../../../platform/concurrency/work-budgets.ts'
import { createLoneDotDetector } from '../../../platform/email/smtp/server/lone-dots.ts'
import { SmtpAnswer } from '../../../platform/email/smtp/server/smtp-answer.ts'
import type { MemoryReservation } from './memory-reservation.ts'

// Measured for the bounce listener: 10 ms per megabyte, and 11 microseconds per chunk. Each line that begins with a dot is a
// chunk.
const PIECE_COST_MS = 0.011
const BYTE_COST_MS = 10 / 1_000_000
// A fifth of the main thread, which is 20 MB per second.
const PER_PROJECT = { burst: 500, perSecond: 200 }
const PAUSE_MS = 20

/** Discards an email that is too large: its `stream.sizeExceeded` is true, and the library refuses it. */
export type Receiver = (stream: SMTPServerDataStream, reservation: MemoryReservation) => Promise<Uint8Array>

export function createReceiver({ clock }: { clock: Clock }): Receiver {
  const budgets = createWorkBudgets({ clock, ...PER_PROJECT })

  return async (stream, reservation) => {
    const chunks: Buffer[] = []
    const detector = createLoneDotDetector()
    let isKept = true
    let hasNul = false
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        budgets.charge(reservation.projectId, PIECE_COST_MS + chunk.length * BYTE_COST_MS)
        while (!budgets.take(reservation.projectId, 0)) await sleep(PAUSE_MS)
        isKept &&= !stream.sizeExceeded && reservation.add(chunk.length)
        if (!isKept) continue
        detector.scan(chunk)
        hasNul ||= chunk.includes(0)
        chunks.push(chunk)
      }
    } catch {
      // The client disconnected: the email is incomplete, and the answer is not received.
      throw new SmtpAnswer(451, '4.4.2 The connection was lost.')
    }
    if (detector.isFound) throw new SmtpAnswer(554, LONE_DOT)
    if (hasNul) throw new SmtpAnswer(554, NUL_BYTE)
    if (!isKept && !stream.sizeExceeded) throw new SmtpAnswer(452, NO_ROOM)
    const whole = Buffer.concat(chunks)
    // A transfer to a thread takes the whole underlying buffer, so a slice of a shared one is copied.
    return whole.buffer.byteLength === whole.length ? whole : new Uint8Array(whole)
  }
}

const LONE_DOT =
  '5.6.0 A line of one dot begins or ends with a bare CR or LF, which other servers take for the end of the email (SMTP smuggling). End all lines with CR LF.'
// RFC 5322 section 4 forbids it. Servers cut a line there or skip it, and each then sees another email.
const NUL_BYTE =
  '5.6.0 The email contains a NUL byte, which no email may. Encode attachments with base64, and send text without it.'
const NO_ROOM = '4.3.1 Too many large emails are being received. Send it again in a minute.'
