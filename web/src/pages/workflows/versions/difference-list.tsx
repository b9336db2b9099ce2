import type { Difference } from '../model/changes.ts'
import type { DraftStep } from '../model/definition.ts'
import { stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { versions as texts } from './versions.texts.ts'

export function DifferenceList({ difference, names }: { difference: Difference; names: Names }) {
  const { added, removed, changed, rules } = difference
  const lineOf = (steps: readonly DraftStep[], format: (steps: string) => string) =>
    steps.length === 0 ? [] : [format(steps.map((step) => stepLabel(step, names).title).join(', '))]
  const lines = [
    ...lineOf(added, texts.added),
    ...lineOf(removed, texts.removed),
    ...lineOf(changed, texts.changed),
    ...(rules ? [texts.rules] : []),
  ]
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
      {(lines.length === 0 ? [texts.same] : lines).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
