/** Its message is the reason of a run that is skipped. */
export class NothingToSendError extends Error {}

/** `isTemporary`: another attempt may succeed without anybody's help. */
export class FeedUnavailableError extends Error {
  readonly isTemporary: boolean

  constructor(reason: string, { isTemporary }: { isTemporary: boolean }) {
    super(`The feed could not be read: ${reason}.`)
    this.isTemporary = isTemporary
  }
}
