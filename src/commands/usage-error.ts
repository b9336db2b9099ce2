/** The words of a command are off; the program ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
