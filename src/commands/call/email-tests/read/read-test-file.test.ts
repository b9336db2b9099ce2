import { describe, expect, it } from 'vitest'
import type { EmailTest } from '../email-test.ts'
import { readTestFile, TestFileError } from './read-test-file.ts'

const START = Date.UTC(2030, 0, 1, 9)
const HOUR = 3_600_000
const DAY = 24 * HOUR

function readOne(...lines: string[]): EmailTest {
  const [test] = readTestFile('a.emailtest', ['workflow W', 'test T', ...lines].join('\n')).tests
  if (!test) throw new Error('the file has a test')
  return test
}

function mistakesOf(...lines: string[]): string[] {
  try {
    readTestFile('a.emailtest', lines.join('\n'))
  } catch (error) {
    if (error instanceof TestFileError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('a file of tests', () => {
  it('says what is given, what happens and what is expected', () => {
    const test = readOne(
      '# A comment.',
      '  Given a contact bob@example.com with plan pro, seats 5 and tags ["a", "b,]"], address.city "Den Haag", trial null',
      '  given the topic news is off',
      '  and the segment `Big spenders`',
      '  and the webhook score answers 500 with reason "no"',
      '  when order.paid with total 4.5',
      '  THEN email welcome with subject "Hello, Ada", text 5',
      '  then no email',
    )
    expect(test).toMatchObject({
      name: 'T',
      workflow: { name: 'W', line: 1 },
      contact: {
        email: 'bob@example.com',
        subscribed: true,
        data: { plan: 'pro', seats: 5, tags: ['a', 'b,]'], address: { city: 'Den Haag' }, trial: null },
      },
      topics: { news: false },
      segments: [{ name: 'Big spenders', line: 6 }],
      webhooks: { score: { statusCode: 500, data: { reason: 'no' } } },
      events: [{ line: 8, at: START, event: 'order.paid', data: { total: 4.5 } }],
      expectations: [
        {
          kind: 'email',
          line: 9,
          from: START,
          to: START,
          name: 'welcome',
          fields: { subject: 'Hello, Ada', text: '5' },
        },
        { kind: 'noEmail' },
      ],
    })
  })

  it('counts times from the line above', () => {
    const { events, expectations } = readOne(
      'when after 1 day 2 hours a',
      'then at 09:00 email one',
      'when b',
      'then within 1 week email two',
      'then at 2030-02-01T09:00+01:00 email three',
      'then at 2030-02-01 08:00 email four',
    )
    expect(events.map(({ at }) => at - START)).toEqual([26 * HOUR, 2 * DAY])
    expect(expectations).toMatchObject([
      { from: START + 2 * DAY, to: START + 2 * DAY },
      { from: START + 2 * DAY, to: START + 9 * DAY },
      { to: Date.UTC(2030, 1, 1, 8) },
      { to: Date.UTC(2030, 1, 1, 8) },
    ])
  })

  it('puts what keeps an email from being sent a minute before it, or when the line says', () => {
    const { expectations } = readOne(
      'then after 2 days email a',
      'unless x',
      'unless after 1 hour y',
      'unless an unsubscribed contact with plan free',
    )
    expect(expectations).toMatchObject([
      {
        unless: [
          { event: { at: START + 2 * DAY - 60_000, event: 'x' } },
          { event: { at: START + HOUR, event: 'y' } },
          { contact: { subscribed: false, data: { plan: 'free' } } },
        ],
      },
    ])
  })

  it('begins the tests below `clock` at its time', () => {
    const { tests } = readTestFile(
      'a',
      'workflow A\ntest 1\nthen no email\nclock 2031-01-01 00:00\nworkflow B\ntest 2\nthen no email',
    )
    expect(tests.map(({ startAt, workflow }) => [startAt, workflow.name])).toEqual([
      [START, 'A'],
      [Date.UTC(2031, 0, 1), 'B'],
    ])
  })
})

describe('a mistake in a file of tests', () => {
  it.each([
    [
      ['tset One'],
      'begins with "tset". Begin it with workflow, clock, test, given, when, then, unless or and, or with # for a comment. Did you mean "test"?',
    ],
    [
      ['given a contact'],
      'has given without a test above it. Add a line such as test New customers are welcomed.',
    ],
    [['workflow'], 'needs the name of a workflow, such as workflow Welcome series.'],
    [['workflow A', 'test'], 'needs a name, such as test New customers are welcomed.'],
    [['clock soon'], 'has "soon" instead of a date and a time, such as 2030-01-15 09:00.'],
    [
      ['clock 2030-13-01 09:00'],
      'has "2030-13-01 09:00" instead of a date and a time, such as 2030-01-15 09:00.',
    ],
    [
      ['test One', 'then no email'],
      'has no workflow above it. Add a line above it, such as workflow Welcome series.',
    ],
    [[], 'has no test. Begin one with a line such as: test New customers are welcomed.'],
  ])('is named in %j', (lines, message) => {
    expect(mistakesOf(...lines).at(0)).toMatch(new RegExp(`^a\\.emailtest:\\d+: ${RegExp.escape(message)}$`))
  })

  it.each([
    ['given a contact wiht plan pro', 'has "wiht plan pro", where the line should end.'],
    [
      'given contact with plan',
      'ends too early, and needs a value for plan, such as plan 5 or plan "some text" there.',
    ],
    ['given contact with tags [1', 'has a list or an object whose bracket is not closed.'],
    [
      'given contact with tags [a]',
      'has [a], which is not valid JSON. Lists and objects need quotation marks around each text.',
    ],
    ['given contact with a 1, a 2', 'has a twice.'],
    ['given contact with __proto__.a 1', 'has the name __proto__, which no field may have.'],
    [
      'given a segmnt x',
      'has "segmnt x", and needs contact, unsubscribed contact, topic, segment or webhook there.',
    ],
    ['given topic news is maybe', 'has "maybe", and needs on or off there.'],
    ['given webhook a answers well', 'has "well" instead of a status, such as answers 200.'],
    ['when after 2 order.paid', 'needs minutes, hours, days or weeks after 2, such as 2 days.'],
    ['when after 4000 days a', 'has a time of more than ten years.'],
    ['when at 2020-01-01 10:00 a', 'is before the line above, which is at 2030-01-01 09:00.'],
    ['then emial welcome', 'has "emial welcome", and needs email, event, contact or workflow there.'],
    [
      'then email a with sbuject "x"',
      'has sbuject, and an email has subject, text, to or from. Did you mean "subject"?',
    ],
    ['then email a with subject [1]', 'needs a text for subject, such as subject "Hello".'],
    [
      'then after 1 day the contact has a 1',
      'has a time, and the contact is looked at in the end. Leave the time out.',
    ],
    ['unless a', 'has no email above it. Write it below the line of the email that is not sent then.'],
    ['and a', 'begins with "and", which continues given, when, then or unless. Begin it with one of these.'],
  ])('is named in %j', (line, message) => {
    expect(mistakesOf('workflow W', 'test T', line, 'then no email')).toEqual([`a.emailtest:3: ${message}`])
  })

  it.each([
    [
      ['then email a', 'unless b'],
      4,
      'comes too late, because the email is sent at once. Only unless contact … can keep it from being sent.',
    ],
    [
      ['then within 1 day email a', 'unless b'],
      4,
      'needs a time, such as unless after 1 hour order.paid, because that of the email is not fixed.',
    ],
    [
      ['then after 1 day email a', 'unless after 2 days b'],
      4,
      'is after the email, which is expected 1 day after the line above it.',
    ],
    [
      ['when a', 'given a contact', 'then no email'],
      4,
      'has given below when or then. Move it to the beginning of the test.',
    ],
    [
      ['given a contact', 'given a contact', 'then no email'],
      4,
      'is the second contact of this test. Write its fields into one line.',
    ],
    [['when a'], 2, 'expects nothing. Add a line such as then email welcome, or then no email.'],
    [
      ['then no email', 'then any other emails'],
      2,
      'has then no email and then any other emails, which exclude each other. Remove one of them.',
    ],
    [
      ['then no email', 'test t!', 'then no email'],
      4,
      'has the same name as the test in line 2. Give it another name.',
    ],
  ])('is named in %j', (lines, line, message) => {
    expect(mistakesOf('workflow W', 'test T', ...lines)).toEqual([`a.emailtest:${line}: ${message}`])
  })
})
