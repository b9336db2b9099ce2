/** `isWorthRetrying`: the reason may pass, such as a sender domain whose records are being fixed. */
export class MailNotMadeError extends Error {
  override readonly name = 'MailNotMadeError'
  readonly isWorthRetrying: boolean

  constructor(message: string, { isWorthRetrying }: { isWorthRetrying: boolean }) {
    super(message)
    this.isWorthRetrying = isWorthRetrying
  }
}
