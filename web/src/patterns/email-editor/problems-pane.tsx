import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Button } from '../../components/forms/button.tsx'
import type { CodePlace } from '../../components/code/code-editor.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { emailEditor } from './email-editor.texts.ts'
import type { Problem } from './use-rendered-draft.ts'

const { problems: texts } = emailEditor

const ICONS = {
  error: <CircleAlert className="text-bad" />,
  warning: <TriangleAlert className="text-warn" />,
  info: <Info className="text-info" />,
}

type ProblemsPaneProps = { problems: readonly Problem[]; onJump: (place: CodePlace) => void }

export function ProblemsPane({ problems, onJump }: ProblemsPaneProps) {
  if (problems.length === 0) {
    return <EmptyState icon={<CircleCheck />} texts={texts.none} />
  }
  return (
    <ul className="min-h-0 grow divide-y divide-line overflow-y-auto">
      {problems.map(({ key, level, message, place }) => (
        <li key={key} className="flex items-start gap-3 px-4 py-3 text-sm">
          <span className="mt-0.5 [&_svg]:size-4" role="img" aria-label={texts.levels[level]}>
            {ICONS[level]}
          </span>
          <p className="min-w-0 grow break-words">{place?.message ?? message}</p>
          {place && (
            <Button size="small" onClick={() => onJump({ ...place })}>
              {texts.show(place.line)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
