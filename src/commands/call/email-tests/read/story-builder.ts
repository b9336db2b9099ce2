// One test while its lines are read. Its clock goes from line to line: each time counts from the line above.
import type {
  EmailTest,
  Exception,
  Expectation,
  ExpectedEmail,
  TestContact,
  TestEvent,
} from '../email-test.ts'
import { LineMistake } from './line-reader.ts'
import { durationText, MINUTE_MS } from './times.ts'

type Head = Pick<EmailTest, 'name' | 'line' | 'workflow' | 'startAt'>

// A contact that is not stored; nothing is ever sent to it.
const USUAL_ADDRESS = 'ada@example.com'

export class StoryBuilder {
  readonly test: EmailTest
  now: number
  /** A line of it could not be read, so what it lacks may be in that line. */
  hasMistake = false
  #email: ExpectedEmail | undefined
  #hasBegun = false
  #hasContact = false

  constructor(head: Head) {
    this.now = head.startAt
    this.test = {
      ...head,
      contact: { email: USUAL_ADDRESS, subscribed: true, data: {} },
      topics: {},
      segments: [],
      webhooks: {},
      events: [],
      expectations: [],
      isOpen: false,
    }
  }

  get line(): number {
    return this.test.line
  }

  setContact(contact: Partial<TestContact>): void {
    this.#requireBeginning()
    if (this.#hasContact) {
      throw new LineMistake('is the second contact of this test. Write its fields into one line')
    }
    this.#hasContact = true
    Object.assign(this.test.contact, contact)
  }

  setTopic(key: string, isOn: boolean): void {
    this.#requireBeginning()
    this.test.topics[key] = isOn
  }

  addSegment(segment: EmailTest['segments'][number]): void {
    this.#requireBeginning()
    this.test.segments.push(segment)
  }

  setWebhook(stepId: string, answer: EmailTest['webhooks'][string]): void {
    this.#requireBeginning()
    this.test.webhooks[stepId] = answer
  }

  addEvent(event: TestEvent): void {
    this.#hasBegun = true
    this.#email = undefined
    this.now = event.at
    this.test.events.push(event)
  }

  expect(expectation: Expectation): void {
    this.#hasBegun = true
    this.#email = expectation.kind === 'email' ? expectation : undefined
    this.test.expectations.push(expectation)
    if ('to' in expectation) this.now = expectation.to
  }

  allowOthers(): void {
    this.#email = undefined
    this.test.isOpen = true
  }

  requireEmail(): ExpectedEmail {
    if (this.#email) return this.#email
    throw new LineMistake('has no email above it. Write it below the line of the email that is not sent then')
  }

  addException(exception: Exception): void {
    const email = this.requireEmail()
    if (exception.kind === 'event' && exception.event.at > email.to) {
      throw new LineMistake(
        `is after the email, which is expected ${durationText(email.to - email.base)} after the line above it`,
      )
    }
    email.unless.push(exception)
  }

  /** A minute before the email. */
  justBefore({ base, from, to }: ExpectedEmail): number {
    if (from !== to) {
      throw new LineMistake(
        'needs a time, such as unless after 1 hour order.paid, because that of the email is not fixed',
      )
    }
    if (to - base >= MINUTE_MS) return to - MINUTE_MS
    throw new LineMistake(
      'comes too late, because the email is sent at once. Only unless contact … can keep it from being sent',
    )
  }

  /** @throws LineMistake if the test would check nothing */
  check(): void {
    if (this.hasMistake || this.test.workflow.name === '') return
    const { expectations, isOpen } = this.test
    if (expectations.length === 0) {
      throw new LineMistake('expects nothing. Add a line such as then email welcome, or then no email')
    }
    if (isOpen && expectations.some(({ kind }) => kind === 'noEmail')) {
      throw new LineMistake(
        'has then no email and then any other emails, which exclude each other. Remove one of them',
      )
    }
  }

  #requireBeginning(): void {
    if (this.#hasBegun) {
      throw new LineMistake('has given below when or then. Move it to the beginning of the test')
    }
  }
}
