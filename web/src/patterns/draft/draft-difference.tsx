import { CodeDiff } from '../../components/code/code-diff.tsx'

type DraftDifferenceProps = {
  label: string
  theirs: string
  mine: string
}

export function DraftDifference({ label, theirs, mine }: DraftDifferenceProps) {
  return (
    <div className="h-96 overflow-hidden rounded-lg border border-line">
      <CodeDiff label={label} before={theirs} after={mine} />
    </div>
  )
}
