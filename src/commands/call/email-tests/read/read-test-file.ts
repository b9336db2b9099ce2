// Reads a file of tests: `workflow`, `clock` and `test` lines, and below each test what is given, what happens, and what is
// expected. docs/testing-emails.md describes the language.
import { didYouMean } from '../../../suggest.ts'
import { EMAIL_FIELDS } from '../email-test.ts'
import type { EmailFields, EmailTest, TestFile } from '../email-test.ts'
import { LineMistake, LineReader, listed } from './line-reader.ts'
import { StoryBuilder } from './story-builder.ts'
import { readInstant, readWindow } from './times.ts'

export type Mistake = { path: string; line: number; message: string }

export class TestFileError extends Error {
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ path, line, message }) => `${path}:${line}: ${message}`).join('\n'))
    this.mistakes = mistakes
  }
}

const STORY_WORDS = ['given', 'when', 'then', 'unless'] as const
type StoryWord = (typeof STORY_WORDS)[number]
const WORDS = ['workflow', 'clock', 'test', ...STORY_WORDS, 'and'] as const

// A Tuesday.
const USUAL_START = Date.UTC(2030, 0, 1, 9)

/** @throws TestFileError with all mistakes of the file */
export function readTestFile(path: string, text: string): TestFile {
  const reader = new FileReader()
  const mistakes: Mistake[] = []
  const collect = (line: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof LineMistake)) throw error
      mistakes.push({ path, line, message: error.message.replace(/[^.?]$/, '$&.') })
    }
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  lines.forEach((content, index) => {
    if (/^\s*(?:#|$)/.test(content)) return
    collect(index + 1, () => reader.readLine(new LineReader(content), index + 1))
  })
  const tests = reader.builders.map((builder) => {
    collect(builder.line, () => builder.check())
    return builder.test
  })
  if (reader.builders.length === 0 && mistakes.length === 0) {
    mistakes.push({
      path,
      line: 1,
      message: 'has no test. Begin one with a line such as: test New customers are welcomed.',
    })
  }
  if (mistakes.length > 0) throw new TestFileError(mistakes.toSorted((a, b) => a.line - b.line))
  return { path, tests }
}

class FileReader {
  readonly builders: StoryBuilder[] = []
  #workflow: EmailTest['workflow'] | undefined
  #startAt = USUAL_START
  #story: StoryBuilder | undefined
  #last: StoryWord | undefined

  readLine(line: LineReader, number: number): void {
    try {
      this.#read(line, number)
    } catch (error) {
      if (this.#story) this.#story.hasMistake = true
      throw error
    }
  }

  #read(line: LineReader, number: number): void {
    const word = line.peek().toLowerCase()
    const known = WORDS.find((one) => one === word)
    if (known === undefined) {
      throw new LineMistake(
        `begins with "${line.peek()}". Begin it with ${listed(WORDS)}, or with # for a comment.${didYouMean(word, WORDS)}`,
      )
    }
    line.takes(known)
    if (known === 'workflow') this.#readWorkflow(line, number)
    else if (known === 'clock') this.#readClock(line)
    else if (known === 'test') this.#readTest(line, number)
    else this.#readStory(line, { number, word: known === 'and' ? this.#requireLast() : known })
    line.end()
  }

  #readWorkflow(line: LineReader, number: number): void {
    this.#leaveTest()
    this.#workflow = {
      name: nameOfRest(line, 'the name of a workflow, such as workflow Welcome series'),
      line: number,
    }
  }

  #readClock(line: LineReader): void {
    this.#leaveTest()
    this.#startAt = readInstant(line)
  }

  #leaveTest(): void {
    this.#story = undefined
    this.#last = undefined
  }

  #readTest(line: LineReader, number: number): void {
    const name = nameOfRest(line, 'a name, such as test New customers are welcomed')
    this.#last = undefined
    this.#story = new StoryBuilder({
      name,
      line: number,
      workflow: this.#workflow ?? { name: '', line: number },
      startAt: this.#startAt,
    })
    const twin = this.builders.find(({ test }) => slugOf(test.name) === slugOf(name))
    this.builders.push(this.#story)
    if (!this.#workflow) {
      throw new LineMistake('has no workflow above it. Add a line above it, such as workflow Welcome series')
    }
    if (twin) {
      throw new LineMistake(`has the same name as the test in line ${twin.line}. Give it another name`)
    }
  }

  #requireLast(): StoryWord {
    if (this.#last) return this.#last
    throw new LineMistake(
      'begins with "and", which continues given, when, then or unless. Begin it with one of these',
    )
  }

  #readStory(line: LineReader, { number, word }: { number: number; word: StoryWord }): void {
    const story = this.#story
    if (!story) {
      throw new LineMistake(
        `has ${word} without a test above it. Add a line such as test New customers are welcomed`,
      )
    }
    this.#last = word
    if (word === 'given') readGiven(line, story, number)
    else if (word === 'when') readWhen(line, story, number)
    else if (word === 'then') readThen(line, story, number)
    else readUnless(line, story, number)
  }
}

function nameOfRest(line: LineReader, what: string): string {
  if (/^["`]/.test(line.peek())) return line.name(what)
  const name = line.rest()
  if (name === '') throw new LineMistake(`needs ${what}`)
  return name
}

/** As a name of a file. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG) || 'email'

// File systems allow 255 bytes; a letter may have four.
const LONGEST_SLUG = 60

const takesArticle = (line: LineReader): boolean => line.takes('a') || line.takes('an') || line.takes('the')

const EMAIL_ADDRESS = /^[^\s@"]+@[^\s@"]+$/

function readGiven(line: LineReader, story: StoryBuilder, number: number): void {
  takesArticle(line)
  const contact = readContact(line)
  if (contact) return story.setContact(contact)
  const kind = line.oneOf(['contact', 'unsubscribed contact', 'topic', 'segment', 'webhook'])
  if (kind === 'segment') story.addSegment({ name: line.name('the name of a segment'), line: number })
  else if (kind === 'topic') readTopic(line, story)
  else readWebhook(line, story)
}

function readTopic(line: LineReader, story: StoryBuilder): void {
  const key = line.name('the key of a topic, such as topic news is off')
  line.oneOf(['is'])
  story.setTopic(key, line.oneOf(['on', 'off']) === 'on')
}

function readWebhook(line: LineReader, story: StoryBuilder): void {
  const stepId = line.name('the id of a WEBHOOK step, such as webhook score answers 500')
  line.oneOf(['answers'])
  const statusCode = line.wholeNumber('a status, such as answers 200')
  const data = line.takes('with') ? { data: line.fields() } : {}
  story.setWebhook(stepId, { statusCode, ...data })
}

type GivenContact = Partial<EmailTest['contact']>

/** `unsubscribed contact ada@example.com with plan pro`; undefined if the line is about something else. */
function readContact(line: LineReader): GivenContact | undefined {
  const isUnsubscribed = line.takes('unsubscribed', 'contact')
  if (!isUnsubscribed && !line.takes('contact')) return undefined
  const address = EMAIL_ADDRESS.test(line.peek()) ? { email: line.name('an address') } : {}
  const data = line.takes('with') ? { data: line.fields() } : {}
  return { ...address, ...(isUnsubscribed && { subscribed: false }), ...data }
}

function readEvent(line: LineReader): { event: string; data: Record<string, unknown> } {
  const event = line.name('the name of an event, such as order.paid')
  return { event, data: line.takes('with') ? line.fields() : {} }
}

function readWhen(line: LineReader, story: StoryBuilder, number: number): void {
  const { to: at } = readWindow(line, { now: story.now })
  story.addEvent({ line: number, at, ...readEvent(line) })
}

const OUTCOMES = ['completed', 'exited', 'failed', 'waiting'] as const

function readThen(line: LineReader, story: StoryBuilder, number: number): void {
  if (line.takes('no', 'email') || line.takes('no', 'other', 'email')) {
    return story.expect({ kind: 'noEmail', line: number })
  }
  if (line.takes('any', 'other', 'emails')) return story.allowOthers()
  const base = story.now
  const window = readWindow(line, { now: base, canBeWithin: true })
  takesArticle(line)
  const kind = line.oneOf(['email', 'event', 'contact', 'workflow'])
  if (kind === 'email') {
    const name = line.name('the alias or the name of a template, such as email welcome')
    const fields = line.takes('with') ? emailFields(line.fields()) : {}
    return story.expect({ kind, line: number, base, ...window, name, fields, unless: [] })
  }
  if (kind === 'event') return story.expect({ kind, line: number, ...window, ...readEvent(line) })
  if (window.to !== base) {
    throw new LineMistake(`has a time, and the ${kind} is looked at in the end. Leave the time out`)
  }
  if (kind === 'contact') return story.expect({ kind, line: number, contact: readFinalContact(line) })
  if (line.takes('does', 'not', 'start')) {
    return story.expect({ kind: 'outcome', line: number, outcome: 'not started' })
  }
  line.oneOf(['is'])
  story.expect({ kind: 'outcome', line: number, outcome: line.oneOf(OUTCOMES) })
}

/** `has plan free`, or `is unsubscribed`. */
function readFinalContact(line: LineReader): GivenContact {
  if (line.oneOf(['has', 'is']) === 'has') return { data: line.fields() }
  return { subscribed: line.oneOf(['subscribed', 'unsubscribed']) === 'subscribed' }
}

function emailFields(given: Record<string, unknown>): EmailFields {
  for (const [key, value] of Object.entries(given)) {
    if (!EMAIL_FIELDS.some((field) => field === key)) {
      throw new LineMistake(
        `has ${key}, and an email has ${listed(EMAIL_FIELDS)}.${didYouMean(key, EMAIL_FIELDS)}`,
      )
    }
    if (typeof value === 'object' || value === '') {
      throw new LineMistake(`needs a text for ${key}, such as ${key} "Hello"`)
    }
  }
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
}

function readUnless(line: LineReader, story: StoryBuilder, number: number): void {
  const email = story.requireEmail()
  takesArticle(line)
  const contact = readContact(line)
  if (contact) return story.addException({ kind: 'contact', line: number, contact })
  const isTimed = /^(?:after|at)$/i.test(line.peek())
  const { to } = readWindow(line, { now: email.base })
  const at = isTimed ? to : story.justBefore(email)
  story.addException({ kind: 'event', line: number, event: { line: number, at, ...readEvent(line) } })
}
