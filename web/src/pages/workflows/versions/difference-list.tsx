import type { Difference } from '../model/changes.ts'
import type { DraftStep } from '../model/definition.ts'
import { wordsOf } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { versions as texts } from './versions.texts.ts'

/** What changed, step by step, in words. */
export function DifferenceWords({ difference, names }: { difference: Difference; names: Names }) {
  const { added, removed, changed, rules } = difference
  const say = (steps: readonly DraftStep[], words: (steps: string) => string) =>
    steps.length === 0 ? [] : [words(steps.map((step) => wordsOf(step, names).title).join(', '))]
  const lines = [
    ...say(added, texts.added),
    ...say(removed, texts.removed),
    ...say(changed, texts.changed),
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
