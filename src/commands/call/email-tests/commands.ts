import type { Call, CallCommand } from '../../command.ts'
import { flag, text } from '../resources/listing.ts'

const test: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'test',
  summary: 'Run tests of emails and workflows on a virtual clock',
  arguments: [
    {
      name: 'path',
      summary: 'Files of tests, or folders; this folder by default',
      isOptional: true,
      isMany: true,
    },
  ],
  options: {
    filter: text('<text>', 'Only tests with this text in their names'),
    update: flag('Write the snapshots of emails again'),
    strict: flag('Warnings of the checks before sending fail, too'),
    junit: text('<file>', 'Also write the results as JUnit XML'),
  },
  // Loaded on demand, because most commands do not need it.
  run: async (call: Call) => (await import('./run-email-tests.ts')).runEmailTests(call),
}

export const EMAIL_TEST_COMMANDS: readonly CallCommand[] = [test]
