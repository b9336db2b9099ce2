import { CircleAlert, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../components/notices/badge.tsx'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'
import { editor as texts } from '../editor.texts.ts'
import { TRIGGER } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import type { Problem } from '../model/problems.ts'
import { stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import type { SenderWarning } from './use-sender-warnings.ts'

type Props = {
  draft: WorkflowDraft
  names: Names
  problems: readonly Problem[]
  /** Do not block saving, but the step would fail. */
  warnings: readonly SenderWarning[]
  onJump: (cardId: string) => void
}

/** The number of problems or warnings; opens a list with a link to each. */
export function ProblemList({ draft, names, problems, warnings, onJump }: Props) {
  if (problems.length === 0 && warnings.length === 0) {
    return (
      <span role="status" className="flex">
        {draft.steps.length === 0 ? (
          <Badge>{texts.noSteps}</Badge>
        ) : (
          <Badge tone="good">{texts.noProblems}</Badge>
        )}
      </span>
    )
  }
  const titleOf = (cardId: string) => {
    const step = draft.steps.find(({ id }) => id === cardId)
    return step ? stepLabel(step, names).title : cardId === TRIGGER ? texts.general : cardId
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
      {problems.map(({ cardId, field, message }) => (
        <MenuItem key={`${cardId} ${field} ${message}`} icon={<CircleAlert />} onClick={() => onJump(cardId)}>
          <span className="font-medium">{titleOf(cardId)}</span>: {message}
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
