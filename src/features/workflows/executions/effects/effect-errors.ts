import type { WantedEmail } from './email-contents.service.ts'

/** An effect that could not be applied, with its step and the cause. */
export class EffectError extends Error {
  readonly executionId: string
  readonly stepId: string
  constructor(executionId: string, stepId: string, cause: unknown) {
    super('an effect of an execution could not be applied', { cause })
    this.executionId = executionId
    this.stepId = stepId
  }
}

/** The content of an email was deleted after it was prepared, and has to be rebuilt. */
export class ContentGoneError extends Error {
  readonly wanted: WantedEmail
  constructor(wanted: WantedEmail) {
    super('the content of an email is gone')
    this.wanted = wanted
  }
}
