import { formatCount, formatSum } from '../../format/number.ts'
import { goalTexts as texts } from './goal.texts.ts'

type GoalFiguresProps = {
  goal: { conversions: number; goalEvents: number; goalValue: number }
  /** Whether the goal adds up a value. */
  hasValue: boolean
  /** The share of those who reached it, in words. */
  share?: string
}

export function GoalFigures({ goal, hasValue, share }: GoalFiguresProps) {
  const figures = [
    { name: texts.conversions, value: formatCount(goal.conversions), note: share },
    { name: texts.events, value: formatCount(goal.goalEvents) },
    ...(hasValue ? [{ name: texts.value, value: formatSum(goal.goalValue) }] : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt className="text-xs font-medium text-soft">{name}</dt>
          <dd className="tabular text-2xl font-semibold tracking-[-0.02em]">{value}</dd>
          {note !== undefined && <dd className="tabular text-xs text-soft">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
