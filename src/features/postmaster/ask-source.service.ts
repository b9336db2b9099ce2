// One request to a source. An answer that is too long, late, or anything but 200 is a failure with a sentence for the operator.
import type { HttpClient, Outcome } from '../../platform/outgoing/http-client.ts'
import { readRetryAfter } from '../../platform/outgoing/retry-after.ts'
import type { OutgoingRequest } from '../../platform/outgoing/connections.ts'
import type { Clock } from '../../platform/clock.ts'
import { shown } from './shown.ts'
import { SourceFailure } from './source-failure.ts'

export type SourceLimits = {
  /** For one request. */
  timeoutMs: number
  keptBytes: number
}

// Far more bytes than any answer with the page sizes that we ask for.
const LIMITS: SourceLimits = { timeoutMs: 20_000, keptBytes: 4 * 1024 * 1024 }

export type SourceTools = { http: Pick<HttpClient, 'send'>; clock: Clock; limits?: SourceLimits | undefined }

export type SourceRequest = Omit<OutgoingRequest, 'timeoutMs' | 'keptBytes'> & {
  /** The name of the server in sentences, such as "Google". */
  server: string
  /** The reason in the body of a refusal. */
  reasonIn: (body: string) => string | undefined
}

/**
 * Returns the body of an answer with status 200.
 * @throws SourceFailure
 */
export async function askSource(
  { http, clock, limits = LIMITS }: SourceTools,
  { server, reasonIn, ...request }: SourceRequest,
): Promise<string> {
  const { keptBytes } = limits
  const outcome = await http.send({ ...request, ...limits })
  if (outcome.status !== 'answered') {
    throw new SourceFailure(`${server} could not be asked: ${outcome.reason}`, {
      isTemporary: outcome.status === 'failed',
    })
  }
  if (outcome.statusCode !== 200) throw refusalOf(outcome, { server, reasonIn, now: clock.now() })
  if (outcome.cut === 'long') {
    throw new SourceFailure(`the answer of ${server} is longer than ${keptBytes} bytes`, {
      isTemporary: false,
    })
  }
  if (outcome.cut !== null) {
    throw new SourceFailure(`the answer of ${server} did not arrive whole`, { isTemporary: true })
  }
  return outcome.body
}

type Answer = Extract<Outcome, { status: 'answered' }>
type RefusalInput = { server: string; reasonIn: SourceRequest['reasonIn']; now: Date }

function refusalOf(
  { statusCode, body, retryAfter }: Answer,
  { server, reasonIn, now }: RefusalInput,
): SourceFailure {
  const reason = reasonIn(body)
  return new SourceFailure(
    `${server} answers ${statusCode}${reason === undefined || reason === '' ? '' : `: ${shown(reason)}`}`,
    {
      isTemporary: statusCode === 429 || statusCode >= 500,
      retryAfterMs: readRetryAfter(retryAfter, now),
      status: statusCode,
    },
  )
}

/** The value of a JSON text; undefined if it is none. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
