/** `isWorthRetrying`: the reason may be temporary, such as a sender domain whose records are being fixed. */
export class EmailComposeError extends Error {
  override readonly name = 'EmailComposeError'
  readonly isWorthRetrying: boolean

  constructor(message: string, { isWorthRetrying }: { isWorthRetrying: boolean }) {
    super(message)
    this.isWorthRetrying = isWorthRetrying
  }
}
