import { loadable } from '../loadable.tsx'
import { Skeleton } from '../notices/skeleton.tsx'
import type { CodeDiffProps } from './code-diff-view.tsx'

/** The code editor is larger than most pages, and few users compare versions. */
const CodeDiffView = loadable(async () => (await import('./code-diff-view.tsx')).CodeDiffView)

export function CodeDiff(props: CodeDiffProps) {
  return <CodeDiffView {...props} fallback={<Skeleton className="m-4 h-40" />} />
}
