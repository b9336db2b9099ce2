import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { emailEditor } from './email-editor.texts.ts'
import type { Problem } from './use-rendered-draft.ts'

const { problems: texts } = emailEditor

type Problems = { problems: readonly Problem[] }

function toneOf(problems: readonly Problem[]): Tone {
  const levels = new Set(problems.map(({ level }) => level))
  if (levels.has('error')) return 'bad'
  return levels.has('warning') ? 'warn' : 'neutral'
}

/** `isComplete`: whether all of them were looked for; until then nobody can say that there are none. */
type ProblemBadgeProps = Problems & { isComplete: boolean }

/** In the heading of a page: as many as the tab of the problems counts. */
export function ProblemBadge({ problems, isComplete }: ProblemBadgeProps) {
  const serious = problems.filter(({ level }) => level !== 'info')
  const hints = problems.length - serious.length
  return (
    <span role="status" className="flex gap-1">
      {problems.length === 0 && isComplete && <Badge tone="good">{texts.noProblems}</Badge>}
      {serious.length > 0 && <Badge tone={toneOf(serious)}>{texts.count(serious.length)}</Badge>}
      {hints > 0 && <Badge>{texts.hints(hints)}</Badge>}
    </span>
  )
}

export function ProblemCount({ problems }: Problems) {
  return problems.length === 0 ? null : <Badge tone={toneOf(problems)}>{problems.length}</Badge>
}
