// The checks of an email that is being written: what readers would notice, and whether its links answer.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { checkDraftLinks, draftChecksQuery } from '../../api/content/checks.ts'
import type { ContentFinding } from '../../api/content/checks.ts'
import type { Draft } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import type { CodePlace } from '../../components/code/code-editor.tsx'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { formatBytes } from '../../format/number.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { emailEditor } from '../email-editor/email-editor.texts.ts'
import { ProblemList } from '../email-editor/problems-pane.tsx'
import type { Problem } from '../email-editor/use-rendered-draft.ts'
import { emailChecks as texts } from './email-checks.texts.ts'
import { SpamChecker } from './spam-checks.tsx'
import { LinkChecker } from './link-checks.tsx'

// A finding may wait a little longer than the preview.
const PAUSE_MS = 600

type ChecksPaneProps = {
  draft: Draft
  onJump: (place: CodePlace) => void
  isReadOnly: boolean
}

export function ChecksPane({ draft, onJump, isReadOnly }: ChecksPaneProps) {
  const { api } = useProject()
  // Compared as JSON, because the object is a new one every time.
  const debounced = useDebounced(JSON.stringify(draft), PAUSE_MS)
  const { data, error, refetch } = useQuery(draftChecksQuery(api, JSON.parse(debounced) as Draft))
  return (
    <div className="min-h-0 grow overflow-y-auto">
      {data && !error && (
        <p className="border-b border-line px-4 py-3 text-sm text-soft">
          {texts.size(formatBytes(data.htmlBytes))}
        </p>
      )}
      {error && (
        <div className="p-4">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <RowSkeletons />}
      {data && !error && data.findings.length === 0 && (
        <EmptyState icon={<CircleCheck />} texts={texts.none} />
      )}
      {data && !error && <ProblemList problems={data.findings.map(toProblem)} onJump={onJump} />}
      <LinkChecker
        check={() => checkDraftLinks(api, draft)}
        isReadOnly={isReadOnly}
        place={({ line }) =>
          line === null ? null : (
            <Button size="small" onClick={() => onJump({ line, column: 1 })}>
              {emailEditor.problems.show(line)}
            </Button>
          )
        }
      />
      <SpamChecker draft={draft} />
    </div>
  )
}

const toProblem = ({ code, level, message, suggestion, line }: ContentFinding): Problem => ({
  key: `${code} ${message}`,
  level,
  message,
  ...(suggestion !== null && { advice: suggestion }),
  ...(line !== null && { place: { line, column: 1, message } }),
})
