import { later } from '../later.tsx'
import { Skeleton } from '../notices/skeleton.tsx'
import type { CodeDiffProps } from './code-diff-view.tsx'

/** The code editor is larger than most pages, and few who open a record compare it with another state of it. */
const CodeDiffView = later(async () => (await import('./code-diff-view.tsx')).CodeDiffView)

/** What changed between two texts, line by line. */
export function CodeDiff(props: CodeDiffProps) {
  return <CodeDiffView {...props} fallback={<Skeleton className="m-4 h-40" />} />
}
