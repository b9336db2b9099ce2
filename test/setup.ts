// Runs before every test file.
import { afterAll } from 'vitest'
import { newId } from '../src/platform/ids.ts'
import { takeStarted } from './support/started.ts'

// Ids of a process never go back by seconds. The clock of the file before may have run ahead by some; from a time so long
// ago, ids follow the clock of this file again.
newId(new Date(0))

const before = process.cpuUsage()

// Registered before those of the file, so it runs after them.
// oxlint-disable-next-line no-empty-pattern -- Vitest asks for a pattern, and there is nothing to take from it.
afterAll(({}, suite) => {
  suite.file.meta.started = takeStarted()
  const { user, system } = process.cpuUsage(before)
  suite.file.meta.processorSeconds = (user + system) / 1e6
})
