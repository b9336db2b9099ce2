// Asks the SpamAssassin of the operator, if there is one, about an email as one recipient would get it.
import type { Clock } from '../../../platform/clock.ts'
import type { EmailAddress } from '../../../platform/addresses/email-address.ts'
import type { Config } from '../../../platform/config.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { createGate } from '../../../platform/concurrency/gate.ts'
import { createLaneGate, insideLane } from '../../../platform/concurrency/lane-gate.ts'
import { composeMessage } from '../../../platform/email/mime/compose.ts'
import type { ServerAddress } from '../../../platform/server-setting.ts'
import type { ContentProblem } from '../markup/finding.ts'
import { askSpamd, SPAMD_LIMITS } from './spamd-client.ts'
import type { SpamdAnswer, SpamReport } from './spamd-client.ts'

export type EmailToJudge = {
  from: string | null
  subject: string
  html: Uint8Array
  text: Uint8Array
}

export type SpamVerdict = { spam: SpamReport | null; findings: ContentProblem[] }

type EmailsToJudge = { projectId: ProjectId; emails: readonly EmailToJudge[] }

/**
 * Judges emails of a project one after the other. Those whose turn has not come after a while are not judged.
 * @throws AppError RATE_LIMIT_EXCEEDED while several emails of the project are being judged
 */
export type JudgeSpam = (emails: EmailsToJudge) => Promise<SpamVerdict[]>

type Parts = { config: Pick<Config, 'SPAMD_HOST'>; clock: Clock }

// spamd has five children by default.
const MOST_AT_ONCE = 4
const places = createGate(MOST_AT_ONCE)
const projects = createLaneGate({ perLane: 1, mostWaiting: 2, waitMs: SPAMD_LIMITS.timeoutMs })

/** Below the minute after which many reverse proxies give up; the last email may take its 15 s. */
const MOST_TOTAL_MS = 40_000

export function createSpamCheck({ config: { SPAMD_HOST: server }, clock }: Parts): JudgeSpam {
  return async ({ projectId, emails }) => {
    if (!server) return emails.map(() => notJudged('the operator of this server has not set SPAMD_HOST'))
    return insideLane(projects, { lane: projectId, refuse }, async () => {
      const endsAt = clock.now().getTime() + MOST_TOTAL_MS
      const verdicts: SpamVerdict[] = []
      for (const email of emails) {
        const now = clock.now()
        const isLate = verdicts.length > 0 && now.getTime() >= endsAt
        verdicts.push(isLate ? notJudged(LATE) : await judge(server, { email, now }))
      }
      return verdicts
    })
  }
}

const LATE = 'the emails before it took too long'

async function judge(
  server: ServerAddress,
  { email, now }: { email: EmailToJudge; now: Date },
): Promise<SpamVerdict> {
  if (email.html.length + email.text.length > SPAMD_LIMITS.mostMessageBytes) {
    return notJudged(`the email has more than ${SPAMD_LIMITS.mostMessageBytes / 1000} kB`)
  }
  const message = messageOf(email, now)
  const leave = await places.enter(1)
  try {
    return toVerdict(await askSpamd(server, message))
  } finally {
    leave?.()
  }
}

const refuse = () =>
  new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'SpamAssassin is judging other emails of the project.',
    suggestion: 'Repeat the request when these have ended.',
    retryAfterSeconds: SPAMD_LIMITS.timeoutMs / 1000,
  })

const notJudged = (reason: string): SpamVerdict => ({
  spam: null,
  findings: [
    {
      code: 'SPAM_NOT_CHECKED',
      level: 'info',
      message: `SpamAssassin has not judged this email: ${reason}.`,
      suggestion: null,
      line: null,
    },
  ],
})

function toVerdict(answer: SpamdAnswer): SpamVerdict {
  if (answer.status === 'failed') return notJudged(answer.reason)
  const { score, threshold, rules } = answer
  const spam = { score, threshold, rules }
  if (score < threshold) return { spam, findings: [] }
  const dearest = rules.slice(0, 3).map(({ name, points }) => `${name} (${points})`)
  return {
    spam,
    findings: [
      {
        code: 'SPAM_SCORE',
        level: 'warning',
        message: `SpamAssassin gives this email ${score} points; from ${threshold} on it is spam.`,
        suggestion: `Look at the rules that cost the most: ${dearest.join(', ')}.`,
        line: null,
      },
    ],
  }
}

// Templates need no sender; what a receiver knows about the domain is not judged here.
const SENDER = 'hello@sender.example'
const RECIPIENT = 'ann@receiver.example'

/** The email as it reaches a receiver: from a server, and with the header that this adds. */
function messageOf({ from, subject, html, text }: EmailToJudge, now: Date): Buffer {
  const sender = from ?? SENDER
  const date = now.toUTCString().replace('GMT', '+0000')
  const received = `Return-Path: <${sender}>\r\nReceived: from mail.sender.example (mail.sender.example [5.75.128.7])\r\n\tby mx.receiver.example (Postfix) with ESMTPS id 4VxQ2k1Tz9\r\n\tfor <${RECIPIENT}>; ${date}\r\n`
  const message = composeMessage({
    from: { address: sender as EmailAddress },
    to: [{ address: RECIPIENT as EmailAddress }],
    subject,
    html: Buffer.from(html),
    text: Buffer.from(text),
    messageId: `${now.getTime()}.check@sender.example`,
    date: now,
    headers: [],
    attachments: [],
  })
  return Buffer.concat([Buffer.from(received), message])
}
