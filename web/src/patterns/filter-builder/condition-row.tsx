import { X } from 'lucide-react'
import { IconButton } from '../../components/forms/button.tsx'
import { sentence } from '../../components/forms/sentence.ts'
import { useBuilder } from './builder-context.ts'
import { changeField, changeOperator, kindOf } from './condition-forms.ts'
import { ConditionValue } from './condition-value.tsx'
import { FieldPicker } from './field-picker.tsx'
import type { FilterProblem, LeafDraft } from './filter-draft.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'
import { formFieldOf, usualTypeOf } from './filter-fields.ts'
import { HistoryDetails } from './history-details.tsx'
import { OperatorSelect } from './operator-select.tsx'
import { TopicStateSelect } from './topics/topic-state-select.tsx'

type RowProps = {
  label: string
  leaf: LeafDraft
  /** Paths are relative to this condition. */
  problems: readonly FilterProblem[]
  onChange: (leaf: LeafDraft) => void
  onRemove: () => void
  isNew: boolean
}

export function ConditionRow({ label, leaf, problems, onChange, onRemove, isNew }: RowProps) {
  const { fields, isReadOnly } = useBuilder()
  const field = formFieldOf(fields, leaf.field)
  const asForm = { ...leaf, field }
  const kind = kindOf(field)
  const isHistory = kind === 'event' || kind === 'activity'
  const type = usualTypeOf(fields, leaf.field)
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-col gap-1.5 rounded-lg border border-line bg-panel p-1.5"
    >
      <div className="flex items-start gap-1.5">
        <div className="flex min-w-0 grow flex-wrap items-center gap-1.5">
          <FieldPicker
            value={leaf.field}
            isOpenAtFirst={isNew}
            isInvalid={problems.some(({ path: [first] }) => first === 'field')}
            onChange={(chosen) => {
              const changed = changeField(asForm, formFieldOf(fields, chosen), usualTypeOf(fields, chosen))
              onChange({ ...changed, field: chosen })
            }}
          />
          {kind === 'topic' && <TopicStateSelect leaf={leaf} onChange={onChange} />}
          {kind && kind !== 'topic' && (
            <OperatorSelect
              field={field}
              operator={leaf.operator}
              onChange={(operator) =>
                onChange({ ...changeOperator(asForm, operator, type), field: leaf.field })
              }
            />
          )}
          {kind && kind !== 'topic' && (
            <ConditionValue
              key={leaf.field}
              leaf={leaf}
              kind={kind}
              usualType={type}
              isInvalid={problems.some(({ path: [first] }) => first === 'value')}
              onChange={onChange}
            />
          )}
        </div>
        {!isReadOnly && (
          <IconButton label={texts.removeCondition} onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      {isHistory && <HistoryDetails leaf={leaf} kind={kind} problems={problems} onChange={onChange} />}
      <Problems of={problems} />
    </div>
  )
}

function Problems({ of: problems }: { of: readonly FilterProblem[] }) {
  const messages = new Set(
    problems.map(({ message, isMissing, path: [first] }) => {
      if (!isMissing) return sentence(message)
      return first === 'field' ? texts.missingField : texts.missing
    }),
  )
  return [...messages].map((message) => (
    <p key={message} className="px-1 text-xs font-medium text-bad">
      {message}
    </p>
  ))
}
