import { defineThreadTask } from '../../platform/threads/thread-task.ts'
import type { ContentProblem } from './markup/finding.ts'

export type ContentToRead = {
  /** As the author wrote it, or the MJML of blocks. */
  body: string
  /** With its partials. */
  expanded: string
  /** As it is sent, before variables are filled in. */
  html: string
  /** The findings of preparing it. */
  checks: readonly Pick<ContentProblem, 'code' | 'level' | 'message'>[]
}

export type FixedLink = { url: string; line: number | null }

export type ReadContent = {
  findings: ContentProblem[]
  /** At most one more than are checked. */
  links: FixedLink[]
}

// One pass each over the source and the HTML: tenths of a second for a megabyte.
const READ_LIMIT_MS = 8_000

export const readContentTask = defineThreadTask<ContentToRead, ReadContent>({
  name: 'content-checks.read',
  limitMs: READ_LIMIT_MS,
})
