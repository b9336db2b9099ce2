// Asks SES for the account of a transport: whether its key is accepted, and what it may send.
import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { readJson } from '../../../platform/email/feedback/providers/json-values.ts'
import { EXCHANGE_TIMEOUTS_MS } from '../../../platform/email/ses/http-exchange.ts'
import type { HttpAnswer } from '../../../platform/email/ses/http-exchange.ts'
import { problemOfAccount, readSesAccount } from '../../../platform/email/ses/ses-account.ts'
import type { SesAccount } from '../../../platform/email/ses/ses-account.ts'
import { createSesClient } from '../../../platform/email/ses/ses-client.ts'
import { readSesError } from '../../../platform/email/ses/ses-errors.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { ConnectionLostError } from '../../../platform/email/smtp/smtp-replies.ts'
import { sentence } from '../sentence.ts'
import type { TransportOf } from '../transports.queries.ts'
import type { TransportTest } from '../transports.schema.ts'
import { sesServerOf } from './ses-server-of.ts'
import type { SesServerTools } from './ses-server-of.ts'

type TestResult = z.infer<typeof TransportTest>

// Somebody waits for the answer.
const TIMEOUTS = { ...EXCHANGE_TIMEOUTS_MS, connect: 10_000 }

export async function testSesTransport(
  row: TransportOf<'ses'>,
  tools: SesServerTools & Pick<Deps, 'clock'>,
): Promise<TestResult> {
  const server = sesServerOf(row, tools)
  const client = createSesClient({
    server,
    clock: tools.clock,
    limit: createConnectionLimit(),
    timeouts: TIMEOUTS,
  })
  try {
    return describeAnswer(await client.getAccount())
  } catch (error) {
    if (error instanceof ConnectionLostError) return failed(sentence(error.message))
    throw error
  }
}

const failed = (message: string, reply: string | null = null): TestResult => ({ ok: false, message, reply })

function describeAnswer(answer: HttpAnswer): TestResult {
  const account = answer.status === 200 ? readSesAccount(readJson(answer.body)) : undefined
  if (account) return describeAccount(account)
  const { name, words, kind } = readSesError(answer)
  // Nothing of a server that is not SES is shown.
  if (name === '') return failed('This is not an answer of SES; check `endpoint` of the transport.')
  if (name.startsWith('AccessDenied')) return failed(NO_PERMISSION, words)
  return failed((kind && REFUSALS[kind]) ?? 'SES does not show the account; try again later.', words)
}

function describeAccount(account: SesAccount): TestResult {
  const problem = problemOfAccount(account)
  if (problem !== undefined) return failed(sentence(problem))
  const { mostPerDay, sentInDay, perSecond, isInSandbox } = account
  const quota =
    mostPerDay < 0 ? 'without a daily quota' : `${sentInDay} of ${mostPerDay} in 24 hours are used`
  const works = `SES accepts the access key: at most ${perSecond} emails per second, ${quota}.`
  return { ok: true, message: isInSandbox ? `${works} ${SANDBOX}` : works, reply: null }
}

const SANDBOX =
  'The account is in the sandbox, where only verified addresses get email: ask AWS for production access.'

const NO_PERMISSION =
  'The access key is not allowed to read the account; give it the permissions ses:GetAccount, ses:SendEmail and ses:SendRawEmail.'

const REFUSALS: Partial<Record<string, string>> = {
  credentials: 'SES does not accept the access key of the transport.',
  clock: 'The clock of this server is wrong; its operator has to set it.',
  limit: 'SES is asked too often for this account; try again in a minute.',
  account: 'SES does not let this account send.',
}
