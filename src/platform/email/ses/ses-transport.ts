// The API of Amazon SES: one request per email, over as many kept connections as the limit allows. The envelope has no place
// in it but the recipient: SES sets its own return path, and forwards bounces to ours (FeedbackForwardingEmailAddress).
// A newcomer gets this wrong: FromEmailAddress is not the envelope sender, it replaces the From header.
import { createGate } from '../../concurrency/gate.ts'
import type { Clock } from '../../clock.ts'
import { recycle } from '../mime/message-buffer.ts'
import { createConnectionLimit } from '../smtp/connection-limit.ts'
import type { ConnectionLimit } from '../smtp/connection-limit.ts'
import { ConnectionLostError } from '../smtp/smtp-replies.ts'
import type { AttemptResult, Envelope, SendHooks, SendResult, Stage, Transport } from '../transport.ts'
import { readJson, textAt } from '../feedback/providers/json-values.ts'
import { EXCHANGE_TIMEOUTS_MS } from './http-exchange.ts'
import type { ExchangeTimeouts, HttpAnswer, HttpExchange } from './http-exchange.ts'
import { createSesClient } from './ses-client.ts'
import type { SesClient, SesServer } from './ses-client.ts'
import { refusalOf } from './ses-errors.ts'
import { createSesLimits } from './ses-limits.ts'
import type { SesLimits } from './ses-limits.ts'

export type SesTransportOptions = {
  clock: Clock
  limit?: ConnectionLimit
  /** The number of threads of this node that send. Default: those with connections. */
  users?: () => number
  timeouts?: ExchangeTimeouts
  /** The quota could not be read. Email is sent without it. */
  onUnknownQuota?: (reason: string) => void
}

/** The limit for an email in base64: https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const MOST_BASE64_BYTES = 40 * 1_048_576

export function createSesTransport(
  server: SesServer,
  {
    clock,
    limit = createConnectionLimit(),
    users = () => limit.users,
    timeouts = EXCHANGE_TIMEOUTS_MS,
    onUnknownQuota = () => undefined,
  }: SesTransportOptions,
): Transport {
  const slots = createGate(limit.most)
  const closing = new AbortController()
  const { signal } = closing
  const client = createSesClient({ server, clock, limit, timeouts })
  const limits = createSesLimits({ client, users, signal, onUnknownQuota })

  const sendInTurn = async (envelope: Envelope, bytes: Buffer, hooks: SendHooks): Promise<SendResult> => {
    const problem = await limits.waitForTurn()
    if (problem) return problem
    const body = requestBody(server, { envelope, bytes })
    // Each round ends a connection that the server had closed, so a fresh one is used in the end.
    for (;;) {
      const outcome = await handOver({ client, limits, body, hooks })
      if (outcome) return outcome
    }
  }
  return {
    name: `ses:${server.region}`,
    limit,
    async send(envelope, bytes, hooks) {
      if (base64Length(bytes) > MOST_BASE64_BYTES) return tooLarge(bytes)
      const leave = await slots.enter(1)
      if (!leave) return { kind: 'unsent' }
      try {
        const result = await sendInTurn(envelope, bytes, hooks)
        if (result.kind === 'accepted') recycle(bytes)
        return result
      } finally {
        leave()
        if (signal.aborted) client.closeIdle()
      }
    },
    close() {
      slots.close()
      closing.abort()
      client.closeIdle()
      return Promise.resolve()
    },
  }
}

const base64Length = ({ length }: Buffer): number => 4 * Math.ceil(length / 3)

function tooLarge(bytes: Buffer): AttemptResult {
  const megabytes = Math.ceil(base64Length(bytes) / 1_048_576)
  const text = `the email has ${megabytes} MB in base64, and SES takes at most ${MOST_BASE64_BYTES / 1_048_576} MB`
  return { kind: 'rejected', stage: 'mail', reply: { code: 552, enhancedCode: '5.3.4', text } }
}

type EmailBytes = { envelope: Envelope; bytes: Buffer }

function requestBody({ configurationSet }: SesServer, { envelope: { from, to }, bytes }: EmailBytes): Buffer {
  const options = JSON.stringify({
    Destination: { ToAddresses: [to] },
    FeedbackForwardingEmailAddress: from === '' ? undefined : from,
    ConfigurationSetName: configurationSet,
  })
  const content = `"Content":{"Raw":{"Data":"${bytes.toString('base64')}"}}`
  return Buffer.from(`${options.slice(0, -1)},${content}}`)
}

type HandOver = { client: SesClient; limits: SesLimits; body: Buffer; hooks: SendHooks }

// The socket buffers this much at once: there is no moment in between in which a lease could be lost.
const SHORT_BYTES = 64 * 1024

/** Undefined if the server had closed the connection since its last use, and has nothing of the email. */
async function handOver({ client, limits, body, hooks }: HandOver): Promise<SendResult | undefined> {
  const exchange = client.beginEmail()
  // One stage for TCP and TLS: at `connect`, a relay may only have refused one connection too many.
  let stage: Stage = 'tls'
  try {
    await exchange.open()
    stage = 'mail'
    if (!(await hooks.canStart())) return stopped(exchange, { kind: 'unsent' })
    client.sign(exchange, body)
    stage = 'data'
    const start = Math.max(0, body.length - SHORT_BYTES)
    await exchange.write(body.subarray(0, start))
    if (!(await hooks.isLeaseHeld())) return stopped(exchange, LEASE_LOST)
    exchange.requireConnection()
    if (exchange.isAnswered) return stopped(exchange, judgeEarly(await exchange.answer(), limits))
    stage = 'dot'
    exchange.end(body.subarray(start))
    return judge(await exchange.answer(), limits)
  } catch (error) {
    exchange.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    if (stage === 'dot') return { kind: 'ambiguous', reason }
    const isClosedMeanwhile = exchange.isReused && error instanceof ConnectionLostError
    return isClosedMeanwhile ? undefined : lost(stage, reason)
  }
}

/** The rest of the request will not be sent, so the connection cannot be used again. */
function stopped<T extends SendResult>(exchange: HttpExchange, result: T): T {
  exchange.destroy()
  return result
}

const lost = (stage: Stage, reason: string): AttemptResult => ({
  kind: 'deferred',
  stage,
  reply: null,
  reason,
})

const LEASE_LOST = lost('data', 'the lease on this email was lost')

/** An answer before the end of the email can only be a refusal. */
const judgeEarly = (answer: HttpAnswer, limits: SesLimits): AttemptResult =>
  answer.status < 300
    ? lost('data', `HTTP ${answer.status} before the end of the email`)
    : judge(answer, limits)

/** SES names the email that it has accepted. Without the name, something else may have answered. */
function judge(answer: HttpAnswer, limits: SesLimits): AttemptResult {
  const { status, body } = answer
  if (status >= 300) {
    const { result, limit } = refusalOf(answer)
    limits.exceeded(limit)
    return result
  }
  const id = textAt(readJson(body), 'MessageId')
  if (id === '') return { kind: 'ambiguous', reason: `HTTP ${status} without a MessageId of SES` }
  limits.sent()
  const reply = { code: 250, enhancedCode: '2.0.0', text: `Ok ${id}` }
  return { kind: 'accepted', reply, isDelivered: false }
}
