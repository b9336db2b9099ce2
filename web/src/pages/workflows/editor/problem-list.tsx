import { CircleAlert } from 'lucide-react'
import { Badge } from '../../../components/notices/badge.tsx'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'
import { editor as texts } from '../editor.texts.ts'
import { TRIGGER } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import type { Problem } from '../model/find-problems.ts'
import { wordsOf } from '../model/step-words.ts'
import type { Names } from '../model/step-words.ts'

type Props = {
  draft: WorkflowDraft
  names: Names
  problems: readonly Problem[]
  onJump: (place: string) => void
}

/** How many things have to be fixed; opens to a list that leads to each. */
export function ProblemList({ draft, names, problems, onJump }: Props) {
  if (problems.length === 0) {
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
          <Badge tone="bad">{texts.problemCount(problems.length)}</Badge>
        </button>
      }
    >
      {problems.map(({ place, field, message }) => (
        <MenuItem key={`${place} ${field} ${message}`} icon={<CircleAlert />} onClick={() => onJump(place)}>
          <span className="font-medium">{titleOf(place)}</span>: {message}
        </MenuItem>
      ))}
    </Menu>
  )
}
