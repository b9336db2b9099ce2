// Connects to the server of a transport as sending does: greeting, TLS and sign-in, but no email.
import type { z } from 'zod'
import { SmtpConnection } from '../../../platform/email/smtp/smtp-connection.ts'
import { replyText } from '../../../platform/email/smtp/replies/reply-text.ts'
import { TIMEOUTS_MS } from '../../../platform/email/smtp/smtp-session.ts'
import type { AttemptResult } from '../../../platform/email/transport.ts'
import { sentence } from '../sentence.ts'
import { smtpServerOf } from './smtp-server-of.ts'
import type { SmtpServerTools } from './smtp-server-of.ts'
import type { TransportOf } from '../transports.queries.ts'
import type { TransportTest } from '../transports.schema.ts'

// Somebody waits for the answer. A server that needs longer shows it in the sentence.
const TEST_MS = 10_000
const TIMEOUTS = { ...TIMEOUTS_MS, connect: TEST_MS, greeting: TEST_MS, command: TEST_MS }

export async function testSmtpTransport(
  row: TransportOf<'smtp'>,
  tools: SmtpServerTools,
): Promise<z.infer<typeof TransportTest>> {
  const connection = new SmtpConnection(smtpServerOf(row, tools), TIMEOUTS)
  const problem = await connection.open()
  if (problem) return describe(problem)
  await connection.close()
  return { ok: true, message: 'The server accepts the connection and the sign-in.', reply: null }
}

function describe(problem: AttemptResult): z.infer<typeof TransportTest> {
  const reply = 'reply' in problem ? problem.reply : null
  if (reply) {
    const stage = 'stage' in problem ? problem.stage : 'connect'
    return { ok: false, message: STAGE_SENTENCES[stage] ?? REFUSED, reply: replyText(reply) }
  }
  return { ok: false, message: 'reason' in problem ? sentence(problem.reason) : REFUSED, reply: null }
}

const REFUSED = 'The server refuses the connection; ask its operator to allow this server.'

const STAGE_SENTENCES: Partial<Record<string, string>> = {
  tls: 'The server refuses STARTTLS; check `tls` and `port` of the transport.',
  auth: 'The server does not accept the user and password of the transport.',
}
