/** The answer of a source that cannot be used. The message says why, without a full stop, and never has a secret. */
export class SourceFailure extends Error {
  /** Whether to ask again soon: the source is overloaded, or silent. */
  readonly isTemporary: boolean
  /** The pause that the source asks for. */
  readonly retryAfterMs: number | undefined
  /** The status of its answer; undefined without one. */
  readonly status: number | undefined

  constructor(
    message: string,
    {
      isTemporary,
      retryAfterMs,
      status,
    }: { isTemporary: boolean; retryAfterMs?: number | undefined; status?: number | undefined },
  ) {
    super(message)
    this.name = 'SourceFailure'
    this.isTemporary = isTemporary
    this.retryAfterMs = retryAfterMs
    this.status = status
  }
}
