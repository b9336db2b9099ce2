// Takes an email off the wire, to its end whatever is in it. What a project costs meanwhile is bounded: it is read more
// slowly, so that its mailers wait and nobody else does.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServerDataStream } from 'smtp-server'
import type { Clock } from '../../../platform/clock.ts'
import { createWorkBudgets } from '../../../platform/concurrency/work-budgets.ts'
import { createDotWatch } from '../../../platform/email/smtp/server/lone-dots.ts'
import { SmtpAnswer } from '../../../platform/email/smtp/server/smtp-answer.ts'
import type { Holding } from './held-bytes.ts'

// Measured for the listener of bounces: 10 ms per megabyte, and 11 microseconds per piece, which lines that begin with a
// dot are each.
const PIECE_COST_MS = 0.011
const BYTE_COST_MS = 10 / 1_000_000
// A fifth of the main thread, which is 20 MB per second.
const PER_PROJECT = { burst: 500, perSecond: 200 }
const PAUSE_MS = 20

/** Nothing is kept of an email that is too large: its `stream.sizeExceeded` is true, and the library refuses it. */
export type Receiver = (stream: SMTPServerDataStream, holding: Holding) => Promise<Uint8Array>

export function createReceiver({ clock }: { clock: Clock }): Receiver {
  const budgets = createWorkBudgets({ clock, ...PER_PROJECT })

  return async (stream, holding) => {
    const chunks: Buffer[] = []
    const dots = createDotWatch()
    let isKept = true
    let hasNul = false
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        budgets.charge(holding.projectId, PIECE_COST_MS + chunk.length * BYTE_COST_MS)
        while (!budgets.take(holding.projectId, 0)) await sleep(PAUSE_MS)
        isKept &&= !stream.sizeExceeded && holding.add(chunk.length)
        if (!isKept) continue
        dots.look(chunk)
        hasNul ||= chunk.includes(0)
        chunks.push(chunk)
      }
    } catch {
      // The caller hung up: half an email is none, and nobody hears the answer.
      throw new SmtpAnswer(451, '4.4.2 The connection was lost.')
    }
    if (dots.hasFound) throw new SmtpAnswer(554, LONE_DOT)
    if (hasNul) throw new SmtpAnswer(554, NUL_BYTE)
    if (!isKept && !stream.sizeExceeded) throw new SmtpAnswer(452, NO_ROOM)
    const whole = Buffer.concat(chunks)
    // In memory of its own: what goes to a thread takes along all the memory that it is a part of. What is large has it.
    return whole.buffer.byteLength === whole.length ? whole : new Uint8Array(whole)
  }
}

const LONE_DOT =
  '5.6.0 A line of one dot begins or ends with a bare CR or LF, which other servers take for the end of the email (SMTP smuggling). End all lines with CR LF.'
// RFC 5322 section 4 forbids it. Servers cut a line there or skip it, and each then sees another email.
const NUL_BYTE =
  '5.6.0 The email contains a NUL byte, which no email may. Encode attachments with base64, and send text without it.'
const NO_ROOM = '4.3.1 Too many large emails are being received. Send it again in a minute.'
