import type { WantedEmail } from './email-contents.service.ts'

/** An effect that could not be carried out: which step it belongs to, and why. */
export class EffectError extends Error {
  readonly executionId: string
  readonly stepId: string
  constructor(executionId: string, stepId: string, cause: unknown) {
    super('an effect of an execution could not be carried out', { cause })
    this.executionId = executionId
    this.stepId = stepId
  }
}

/** The content of an email has been deleted since it was made ready: it has to be made again. */
export class ContentGoneError extends Error {
  readonly wanted: WantedEmail
  constructor(wanted: WantedEmail) {
    super('the content of an email is gone')
    this.wanted = wanted
  }
}
