// Runs before every test file.
import { afterAll } from 'vitest'
import { takeStarted } from './support/started.ts'

// Registered before those of the file, so it runs after them.
// oxlint-disable-next-line no-empty-pattern -- Vitest asks for a pattern, and there is nothing to take from it.
afterAll(({}, suite) => {
  suite.file.meta.started = takeStarted()
})
