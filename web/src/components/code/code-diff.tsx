import { lazy, Suspense } from 'react'
import { Skeleton } from '../notices/skeleton.tsx'
import type { CodeDiffProps } from './code-diff-view.tsx'

/** The code editor is larger than most pages, and few who open a record compare it with another state of it. */
const CodeDiffView = lazy(async () => ({ default: (await import('./code-diff-view.tsx')).CodeDiffView }))

/** What changed between two texts, line by line. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={<Skeleton className="m-4 h-40" />}>
      <CodeDiffView {...props} />
    </Suspense>
  )
}
