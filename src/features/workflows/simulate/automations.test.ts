// The ready-made workflows: each can be saved, and does what docs/workflows.md says.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildFacts, START } from '../fixtures/facts.ts'
import { RECIPES } from '../recipes.schema.ts'
import { toDefinition, WorkflowCreate } from '../workflows.schema.ts'
import { simulate } from './simulate.ts'

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../docs/workflows.md'), 'utf8')
const HOUR = 3_600_000

const definitions = new Map(
  RECIPES.map(({ title, workflow }) => [title, toDefinition(WorkflowCreate.parse(workflow))]),
)

type RunOptions = {
  events?: [name: string, hours: number, data?: Record<string, unknown>][]
  data?: Record<string, unknown>
  id?: string
}

/** The emails with their hours, and the final status. Starts on a Tuesday at 08:00 in UTC. */
function run(title: string, { events = [], data = {}, id = 'ada' }: RunOptions) {
  const definition = definitions.get(title)
  if (!definition) throw new Error(`there is no ${title}`)
  const output = simulate({
    definition,
    facts: buildFacts({ data, id }),
    events: events.map(([name, hours, given = {}]) => ({
      at: START + hours * HOUR,
      name,
      data: given,
      merged: given,
    })),
    startAt: START,
    until: START + 366 * 24 * HOUR,
  })
  const emails = output.emails.map(({ config, at }) => `${config.templateId} ${(at - START) / HOUR}`)
  return { ...output, emails, status: output.state?.status }
}

it('docs/workflows.md shows the five that the dashboard offers', () => {
  const shown = [...PAGE.matchAll(/^### (.+)\n\n(.+)\n\n```json\n([^]*?)```/gm)].map(
    ([, title = '', description = '', json = '']) => ({
      title,
      description,
      workflow: JSON.parse(json) as unknown,
    }),
  )
  expect(shown).toEqual(RECIPES)
  expect(shown).toHaveLength(5)
})

describe('the welcome series', () => {
  it("sends three emails, the second in the morning of the contact's time zone", () => {
    expect(run('Welcome series', { events: [['signed.up', 0]] }).emails).toEqual([
      'welcome 0',
      'tips 1',
      'how-is-it-going 121',
    ])
    const inTokyo = run('Welcome series', { events: [['signed.up', 0]], data: { timezone: 'Asia/Tokyo' } })
    expect(inTokyo.emails).toEqual(['welcome 0', 'tips 16', 'how-is-it-going 136'])
  })

  it('ends with the account', () => {
    const { emails, status } = run('Welcome series', {
      events: [
        ['signed.up', 0],
        ['account.deleted', 48],
      ],
    })
    expect([emails, status]).toEqual([['welcome 0', 'tips 1'], 'EXITED'])
  })
})

describe('the end of a trial', () => {
  it('sends reminders after 11 and after 14 days', () => {
    const { emails, contact } = run('Trial ending', {
      events: [['trial.started', 0, { trialEndsAt: '2030-01-29' }]],
    })
    expect(emails).toEqual(['trial-ends-soon 264', 'trial-is-over 336'])
    expect(contact.data).toEqual({ plan: 'free' })
  })

  it('sends no more reminders to those who pay', () => {
    expect(
      run('Trial ending', {
        events: [
          ['trial.started', 0],
          ['plan.paid', 300],
        ],
      }).emails,
    ).toEqual(['trial-ends-soon 264'])
  })
})

describe('an abandoned cart', () => {
  it('is reminded of after four hours, and a large one again', () => {
    expect(run('Abandoned cart', { events: [['cart.updated', 0, { total: 30 }]] }).emails).toEqual([
      'cart-reminder 4',
    ])
    expect(run('Abandoned cart', { events: [['cart.updated', 0, { total: 300 }]] }).emails).toEqual([
      'cart-reminder 4',
      'cart-discount 28',
    ])
  })

  it('gets no reminder once it is ordered, or while it is empty', () => {
    expect(
      run('Abandoned cart', {
        events: [
          ['cart.updated', 0, { total: 30 }],
          ['order.placed', 3],
        ],
      }).emails,
    ).toEqual([])
    expect(run('Abandoned cart', { events: [['cart.updated', 0, { total: 0 }]] }).state).toBeNull()
  })
})

describe('winning back', () => {
  it('tries one of two variants, and a last time after ten days', () => {
    const firsts = ['ada', 'grace', 'alan', 'edsger', 'barbara', 'donald'].map(
      (id) => run('Win-back', { id }).emails,
    )
    expect(new Set(firsts.map(([first]) => first))).toEqual(
      new Set(['win-back-news 0', 'win-back-discount 0']),
    )
    expect(firsts.every((emails) => emails[1] === 'win-back-last 240')).toBe(true)
  })

  it('ends when somebody clicks', () => {
    const { emails, state } = run('Win-back', { events: [['email.clicked', 50]] })
    expect([emails.length, state?.exitReason]).toEqual([1, 'Came back.'])
  })
})

describe('onboarding', () => {
  it('sends different emails to teams and single users, and notifies sales of large accounts', () => {
    const firsts = (seats: number) =>
      run('Onboarding with a branch', {
        events: [
          ['signed.up', 0],
          ['project.created', 5],
        ],
        data: { seats },
      })
    expect(firsts(1).emails).toEqual(['first-project 0'])
    expect(firsts(10).emails).toEqual(['invite-your-team 0'])
    expect(firsts(100).emails).toEqual(['new-large-account 0', 'invite-your-team 0'])
    expect(firsts(1).changes).toMatchObject([{ type: 'TRACK_EVENT', event: 'onboarding.finished' }])
  })

  it('helps those who do not begin', () => {
    const { emails, changes } = run('Onboarding with a branch', {
      events: [
        ['signed.up', 0],
        ['project.created', 100],
      ],
    })
    expect(emails).toEqual(['first-project 0', 'need-help 72'])
    expect(changes).toHaveLength(1)
    expect(run('Onboarding with a branch', { events: [['signed.up', 0]] }).changes).toEqual([])
  })
})
