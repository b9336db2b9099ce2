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

/** In the heading of a page. Hints count only if there is nothing else. */
export function ProblemBadge({ problems }: Problems) {
  const serious = problems.filter(({ level }) => level !== 'info')
  return (
    <span role="status" className="flex">
      {problems.length === 0 && <Badge tone="good">{texts.noProblems}</Badge>}
      {problems.length > 0 && serious.length === 0 && <Badge>{texts.hints(problems.length)}</Badge>}
      {serious.length > 0 && <Badge tone={toneOf(serious)}>{texts.count(serious.length)}</Badge>}
    </span>
  )
}

export function ProblemCount({ problems }: Problems) {
  return problems.length === 0 ? null : <Badge tone={toneOf(problems)}>{problems.length}</Badge>
}
