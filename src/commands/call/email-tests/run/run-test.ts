import { CommandFailure, EXIT } from '../../../failure.ts'
import type { Api } from '../../../command.ts'
import type { EmailTest, Exception, ExpectedEmail } from '../email-test.ts'
import { findingText } from './check-emails.ts'
import type { EmailChecks } from './check-emails.ts'
import { judgeException, judgeStory, timelineOf } from './judge-story.ts'
import type { Failure, MatchedEmail } from './judge-story.ts'
import { RecordMistake } from './records.ts'
import type { Records, TestedWorkflow } from './records.ts'
import { simulateStory } from './simulate-story.ts'
import type { Story } from './simulate-story.ts'
import type { Snapshots } from './snapshots.ts'

export type TestTools = {
  api: Api
  records: Records
  snapshots: Snapshots
  checkEmail: EmailChecks
  /** Whether warnings of the checks are failures. */
  isStrict: boolean
}

export type Warning = { email: string; message: string }

export type TestResult = {
  file: string
  name: string
  line: number
  failures: Failure[]
  /** Everything that happened, if something failed. */
  timeline: string[]
  warnings: Warning[]
  seconds: number
}

type TestOfFile = { file: string; test: EmailTest }

export async function runTest(tools: TestTools, { file, test }: TestOfFile): Promise<TestResult> {
  const beganAt = performance.now()
  const result = await judge(tools, { file, test }).catch((error: unknown) => ({
    failures: [failureOf(error, test)],
    timeline: [],
    warnings: [],
  }))
  const { name, line } = test
  const failures = result.failures.toSorted((a, b) => a.line - b.line)
  return { file, name, line, ...result, failures, seconds: (performance.now() - beganAt) / 1000 }
}

/** A refused request means a mistake in the test or in the project; a server that is away ends the run. */
function failureOf(error: unknown, test: EmailTest): Failure {
  if (error instanceof RecordMistake) {
    return { line: test.workflow.line, message: `The test cannot run: ${error.message}.` }
  }
  const isRefused =
    error instanceof CommandFailure &&
    (error.exitStatus === EXIT.failure || error.exitStatus === EXIT.notFound)
  if (isRefused) return { line: test.line, message: `The server refuses the test: ${error.message}` }
  throw error
}

async function judge(
  tools: TestTools,
  { file, test }: TestOfFile,
): Promise<Pick<TestResult, 'failures' | 'timeline' | 'warnings'>> {
  const { api, records, snapshots } = tools
  const workflow = await records.workflow(test.workflow.name)
  const segmentIds = []
  for (const { name } of test.segments) segmentIds.push(await records.segment(name))
  const story = { ...test, segmentIds }
  const simulation = await simulateStory(api, workflow, story)
  const { failures, matched } = judgeStory({ test, simulation, emails: workflow.emails })
  const timeline = failures.length > 0 ? timelineOf(simulation, workflow.emails) : []
  failures.push(...(await judgeExceptions(api, { test, workflow, story })))
  failures.push(...(await snapshots.check({ file, test: test.name, startAt: test.startAt }, matched)))
  const checked = await judgeContent(tools, { test, matched })
  return { failures: [...failures, ...checked.failures], timeline, warnings: checked.warnings }
}

type ExceptionInput = { test: EmailTest; workflow: TestedWorkflow; story: Story }

/** The story once more for each `unless`, with what is to keep the email from being sent. */
async function judgeExceptions(api: Api, { test, workflow, story }: ExceptionInput): Promise<Failure[]> {
  const failures: (Failure | undefined)[] = []
  for (const email of test.expectations) {
    if (email.kind !== 'email') continue
    for (const exception of email.unless) {
      const simulation = await simulateStory(api, workflow, storyWith(story, { email, exception }))
      failures.push(judgeException({ email, exception, simulation, emails: workflow.emails }))
    }
  }
  return failures.filter((one) => one !== undefined)
}

type ChangedStory = { email: ExpectedEmail; exception: Exception }

function storyWith(story: Story, { email, exception }: ChangedStory): Story {
  const events = story.events.filter(({ line }) => line < email.line)
  if (exception.kind === 'event') return { ...story, events: [...events, exception.event] }
  const { contact } = exception
  const data = { ...story.contact.data, ...contact.data }
  return { ...story, events, contact: { ...story.contact, ...contact, data } }
}

type ContentInput = { test: EmailTest; matched: readonly MatchedEmail[] }

async function judgeContent(
  { checkEmail, isStrict }: TestTools,
  { test, matched }: ContentInput,
): Promise<{ failures: Failure[]; warnings: Warning[] }> {
  const failures: Failure[] = []
  const warnings: Warning[] = []
  for (const one of matched) {
    const eventData = test.events[0]?.data ?? {}
    const { data: contactData } = test.contact
    for (const finding of await checkEmail({ matched: one, contactData, eventData })) {
      const message = findingText(finding)
      if (finding.level === 'error' || isStrict) {
        failures.push({
          line: one.line,
          message: `The email ${one.step.shown} does not pass the checks: ${message}`,
        })
      } else warnings.push({ email: one.step.shown, message })
    }
  }
  return { failures, warnings }
}
