// The editor of filters: see web/README.md for how a page uses it.
import { useMemo } from 'react'
import { UndoButtons } from '../../components/undo-buttons.tsx'
import { useUndo } from '../../hooks/use-undo.ts'
import { BuilderContext } from './builder-context.ts'
import { ConditionGroup } from './condition-group.tsx'
import { isFull, changesStructure } from './filter-draft.ts'
import type { FilterDraft, FilterProblem } from './filter-draft.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'
import type { FilterFields } from './filter-fields.ts'

type FilterBuilderProps = {
  /** May be unfinished. */
  value: FilterDraft
  onChange: (value: FilterDraft) => void
  problems?: readonly FilterProblem[]
  fields: FilterFields
  isReadOnly?: boolean
  label?: string
}

const NO_PROBLEMS: readonly FilterProblem[] = []

export function FilterBuilder(props: FilterBuilderProps) {
  const { value, onChange, problems = NO_PROBLEMS, fields, isReadOnly = false, label = texts.label } = props
  const isAtLimit = isFull(value)
  const context = useMemo(() => ({ fields, isReadOnly, isFull: isAtLimit }), [fields, isReadOnly, isAtLimit])
  const { change, undo, redo } = useUndo(value, onChange)
  return (
    <BuilderContext value={context}>
      <div
        onKeyDown={(event) => {
          const step = { undo, redo, none: undefined }[undoActionOf(event.nativeEvent)]
          // Text fields have their own undo.
          if (!step || (event.target as Element).closest('input,textarea')) return
          event.preventDefault()
          step()
        }}
      >
        <ConditionGroup
          label={label}
          tree={value}
          path={[]}
          problems={problems}
          onChange={(next) => change(next, { isOwnStep: changesStructure(value, next) })}
          aside={!isReadOnly && <UndoButtons texts={texts} undo={undo} redo={redo} />}
        />
      </div>
      {isAtLimit && <p className="mt-2 text-xs text-soft">{texts.full}</p>}
    </BuilderContext>
  )
}

function undoActionOf({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): 'undo' | 'redo' | 'none' {
  if (!ctrlKey && !metaKey) return 'none'
  const letter = key.toLowerCase()
  if (letter === 'y' || (letter === 'z' && shiftKey)) return 'redo'
  return letter === 'z' ? 'undo' : 'none'
}
