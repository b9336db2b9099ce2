// Replies of receivers, their classes, and the outcome for the recipient.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { classifyReply } from '../../../platform/email/smtp/replies/reply-class.ts'
import { readReply } from '../../../platform/email/smtp/smtp-replies.ts'
import type { AttemptResult, Stage } from '../../../platform/email/transport.ts'
import { ABOUT_THE_SESSION } from '../../../platform/email/smtp/replies/refusal.ts'
import { createTransportWatch } from '../transports/transport-watch.ts'
import { outcomeOf } from './outcome.ts'

const FILE = path.join(import.meta.dirname, '../../../platform/email/fixtures/reply-table.tsv')
const rows = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [part = '', who = '', stage = '', kind = '', happens = '', text = ''] = line.split('\t')
    return { part, who, stage: stage as Stage, kind, happens, text }
  })

/** The result of smtp-connection.ts for a reply. */
function toResult(text: string, stage: Stage): AttemptResult {
  const reply = readReply(text.split('\\n'))
  const isAboutTheSession = ABOUT_THE_SESSION.has(reply.code) || ['connect', 'tls', 'auth'].includes(stage)
  return reply.code < 500 || isAboutTheSession
    ? { kind: 'deferred', stage, reply, reason: text }
    : { kind: 'rejected', stage, reply }
}

const CONSEQUENCES = { hard: 'suppressed', soft: 'counted', policy: 'nothing' }

/** The outcome of a first attempt, with nothing known of the relay. */
function consequenceOf(text: string, stage: Stage): string {
  const result = toResult(text, stage)
  if (createTransportWatch({ clock: systemClock }).isToBlame(result, 'ann@example.net')) return 'waits'
  const now = systemClock.now()
  const email = { attempts: 1, give_up_at: new Date(now.getTime() + 86_400_000) }
  const outcome = outcomeOf(result, { email, now, chance: 0 })
  return outcome.status === 'DEFERRED' ? 'retried' : CONSEQUENCES[outcome.class ?? 'policy']
}

const judged = rows.map((row) => ({
  ...row,
  given: [
    classifyReply(readReply(row.text.split('\\n')), row.stage),
    consequenceOf(row.text, row.stage),
  ].join(' '),
}))
const misfits = (part: string) =>
  judged.filter((row) => row.part === part && row.given !== `${row.kind} ${row.happens}`)

describe('the table of replies', () => {
  it('has at least 60 wordings of every kind of receiver', () => {
    expect(rows.length).toBeGreaterThanOrEqual(60)
    expect(new Set(rows.map(({ who }) => who)).size).toBeGreaterThanOrEqual(15)
  })

  it('is read as it says, where the rules were made with it', () => {
    expect(misfits('dev')).toEqual([])
  })

  it('is read as it says, at least 95 in 100, where the rules were finished before it was looked at', () => {
    const held = rows.filter(({ part }) => part === 'held')
    // The list is in the message of a failure.
    expect(misfits('held').slice(Math.floor(held.length * 0.05))).toEqual([])
  })

  it('never holds against a recipient what was said before the recipient was named', () => {
    const early = judged.filter(({ stage }) => !['rcpt', 'data', 'dot'].includes(stage))
    expect(early.length).toBeGreaterThan(20)
    expect(early.filter(({ given }) => !/^policy (?:nothing|retried|waits)$/.test(given))).toEqual([])
  })
})
