/** Invalid command line; the program exits with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
