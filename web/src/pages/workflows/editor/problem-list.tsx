import { CircleAlert, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../components/notices/badge.tsx'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'
import { editor as texts } from '../editor.texts.ts'
import { TRIGGER } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import type { Problem } from '../model/problems.ts'
import { wordsOf } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import type { SenderWarning } from './use-sender-warnings.ts'

type Props = {
  draft: WorkflowDraft
  names: Names
  problems: readonly Problem[]
  /** What can be saved and switched on, and would go wrong later. */
  warnings: readonly SenderWarning[]
  onJump: (place: string) => void
}

/** How many things have to be fixed, or else would go wrong; opens to a list that leads to each. */
export function ProblemList({ draft, names, problems, warnings, onJump }: Props) {
  if (problems.length === 0 && warnings.length === 0) {
    return (
      <span role="status" className="flex">
        <Badge tone="good">{texts.noProblems}</Badge>
      </span>
    )
  }
  const titleOf = (place: string) => {
    const step = draft.steps.find(({ id }) => id === place)
    return step ? wordsOf(step, names).title : place === TRIGGER ? texts.general : place
  }
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="flex rounded-full">
          {problems.length > 0 ? (
            <Badge tone="bad">{texts.problemCount(problems.length)}</Badge>
          ) : (
            <Badge tone="warn">{texts.warningCount(warnings.length)}</Badge>
          )}
        </button>
      }
    >
      {problems.map(({ place, field, message }) => (
        <MenuItem key={`${place} ${field} ${message}`} icon={<CircleAlert />} onClick={() => onJump(place)}>
          <span className="font-medium">{titleOf(place)}</span>: {message}
        </MenuItem>
      ))}
      {warnings.map(({ stepId, code }) => (
        <MenuItem key={`${stepId} ${code}`} icon={<TriangleAlert />} onClick={() => onJump(stepId)}>
          <span className="font-medium">{titleOf(stepId)}</span>: {texts.senders[code]}
        </MenuItem>
      ))}
    </Menu>
  )
}
