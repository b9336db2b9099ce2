import path from 'node:path'
import { inject } from 'vitest'
import { copyPreparedFolder as copy } from '../../../src/prepared-folder.ts'

/** A data folder with a migrated database; few tests are about making one. */
export const copyPreparedFolder = (to: string): Promise<void> =>
  // Test files share a process (vitest.config.ts), and so this folder.
  copy({ to, cache: path.join(inject('scratch'), `prepared-${process.pid}`) })
