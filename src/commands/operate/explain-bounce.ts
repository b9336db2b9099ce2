import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { effectOf } from '../../features/feedback/feedback-effect.ts'
import { explainBounce } from '../../platform/email/feedback/bounce-explanation.values.ts'
import type { Feedback, FeedbackRecipient } from '../../platform/email/feedback/feedback.ts'
import { readFeedback } from '../../platform/email/feedback/read-feedback.ts'
import { terminal } from '../../platform/terminal.ts'
import { UsageError } from '../usage-error.ts'

const STDIN = '-'

/** Explains bounces, one line of JSON per email. Needs neither settings nor a database. */
export async function explainBounceCommand(args: string[]): Promise<void> {
  const { positionals: files } = parseArgs({ args, allowPositionals: true, options: {} })
  if (files.length === 0) {
    throw new UsageError('Usage: lettermill explain-bounce <file>…  (- is standard input)')
  }
  const problems: string[] = []
  for (const file of files) {
    try {
      terminal.print(await explain(file))
    } catch (error) {
      problems.push(`${file} cannot be read: ${problemOf(error)}`)
    }
  }
  // At the end, so that the other files are still explained.
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

async function explain(file: string): Promise<string> {
  const feedback = await readFeedback(file === STDIN ? await buffer(process.stdin) : await readFile(file))
  const recipients = feedback.recipients.map((recipient) => toLine(feedback, recipient))
  return JSON.stringify({ file, kind: feedback.kind, recipients })
}

function toLine(feedback: Feedback, recipient: FeedbackRecipient) {
  const { address, class: verdict, code, reason, action } = recipient
  const explanation = explanationOf({ ...feedback, recipients: [recipient] }, address ?? '')
  return { address, class: verdict, code, explanation, reason: `${PREFIXES[action ?? 'failed']}${reason}` }
}

function explanationOf(feedback: Feedback, address: string): string {
  const effect = effectOf(feedback, address)
  if (effect === undefined) return 'Lettermill does nothing about this.'
  return effect.type === 'bounced' ? explainBounce(effect) : EXPLANATIONS[effect.type]
}

const EXPLANATIONS = {
  delayed: 'The receiving server has not delivered the email yet and still tries. This is not a bounce.',
  complained: 'The recipient reported the email as spam. Lettermill will not send to this address again.',
  unsubscribed: 'The recipient asked for no more emails. Lettermill unsubscribes the contact.',
}

/** Without these, a warning would read like a bounce. */
const PREFIXES: Readonly<Record<NonNullable<FeedbackRecipient['action']>, string>> = {
  failed: '',
  delayed: 'delayed, not final: ',
  delivered: 'delivered: ',
  relayed: 'delivered: ',
  expanded: 'delivered: ',
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  EISDIR: 'it is a folder; name the files in it.',
  EACCES: 'permission denied.',
}

function problemOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return PROBLEMS[code] ?? message
}
