// The filter language as a form: see web/README.md for how a page uses it.
import { useMemo } from 'react'
import { BuilderContext } from './builder-context.ts'
import { ConditionGroup } from './condition-group.tsx'
import { isFull } from './filter-draft.ts'
import type { FilterDraft, FilterProblem } from './filter-draft.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'
import type { FilterFields } from './filter-fields.ts'

type FilterBuilderProps = {
  /** In the form of the API; it may be unfinished. */
  value: FilterDraft
  onChange: (value: FilterDraft) => void
  /** Shown at their places; `useFilterPreview` knows them. */
  problems?: readonly FilterProblem[]
  /** From `useFilterFields()`. */
  fields: FilterFields
  isReadOnly?: boolean
  label?: string
}

const NO_PROBLEMS: readonly FilterProblem[] = []

export function FilterBuilder(props: FilterBuilderProps) {
  const { value, onChange, problems = NO_PROBLEMS, fields, isReadOnly = false, label = texts.label } = props
  const isAtLimit = isFull(value)
  const context = useMemo(() => ({ fields, isReadOnly, isFull: isAtLimit }), [fields, isReadOnly, isAtLimit])
  return (
    <BuilderContext value={context}>
      <ConditionGroup label={label} tree={value} path={[]} problems={problems} onChange={onChange} />
      {isAtLimit && <p className="mt-2 text-xs text-soft">{texts.full}</p>}
    </BuilderContext>
  )
}
