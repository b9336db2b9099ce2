// Conditions of a step or a rule. The builder edits segment filters; conditions on the data of the trigger event are edited
// as JSON.
import { Braces, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/forms/button.tsx'
import { FilterBuilder } from '../../../patterns/filter-builder/filter-builder.tsx'
import { EMPTY_FILTER, isGroup } from '../../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft, FilterProblem, NodeDraft } from '../../../patterns/filter-builder/filter-draft.ts'
import { useFilterFields } from '../../../patterns/filter-builder/filter-fields.ts'
import { inspector } from '../inspector.texts.ts'
import { JsonField } from './form-parts.tsx'

const { condition: texts } = inspector

type FilterFieldProps = {
  label: string
  value: unknown
  errors: Readonly<Record<string, string>>
  /** The path of the filter within the step. */
  prefix: string
  isReadOnly: boolean
  /** Whether conditions may use the data of the trigger event. */
  hasEvent?: boolean
  onChange: (filters: Record<string, unknown>) => void
}

const HISTORY_OPERATORS = new Set(['triggered', 'notTriggered', ''])

function usesTriggerData(node: NodeDraft): boolean {
  if (isGroup(node)) return node.conditions.some(usesTriggerData)
  return node.field.startsWith('event.data.') && !HISTORY_OPERATORS.has(node.operator)
}

const problemsOf = (errors: FilterFieldProps['errors'], prefix: string): FilterProblem[] =>
  Object.entries(errors).flatMap(([field, message]) =>
    field.startsWith(prefix) ? [{ path: pathOf(field.slice(prefix.length)), message, isMissing: false }] : [],
  )

const pathOf = (field: string) =>
  field
    .split('.')
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

export function FilterField(props: FilterFieldProps) {
  const { label, value, errors, prefix, isReadOnly, hasEvent = false, onChange } = props
  const fields = useFilterFields()
  const filter = (value ?? EMPTY_FILTER) as FilterDraft
  const mustBeJson = usesTriggerData(filter)
  const [isJsonChosen, setIsJsonChosen] = useState(false)
  const problems = problemsOf(errors, prefix)
  const isJson = mustBeJson || isJsonChosen
  return (
    <div className="flex flex-col gap-2">
      {isJson ? (
        <JsonField
          label={label}
          value={filter}
          error={problems[0]?.message}
          {...(hasEvent && { hint: texts.jsonHint })}
          onChange={(next) => onChange(next ?? EMPTY_FILTER)}
        />
      ) : (
        <>
          <span aria-hidden className="text-sm font-medium">
            {label}
          </span>
          <FilterBuilder
            label={label}
            value={filter}
            fields={fields}
            problems={problems}
            isReadOnly={isReadOnly}
            onChange={onChange}
          />
        </>
      )}
      {!mustBeJson && (
        <div>
          <Button
            size="small"
            look="quiet"
            icon={isJson ? <ListFilter /> : <Braces />}
            onClick={() => setIsJsonChosen(!isJson)}
          >
            {isJson ? texts.asForm : texts.asJson}
          </Button>
        </div>
      )}
    </div>
  )
}
