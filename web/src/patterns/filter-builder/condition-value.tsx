import { useState } from 'react'
import type { Field } from '../../../../src/features/filters/language/filter-fields.schema.ts'
import { ComboBox, matchingGroups } from '../../components/forms/combo-box.tsx'
import { SUBSCRIPTION_STATES } from '../../../../src/features/filters/language/subscription-states.values.ts'
import { optionsOf, Select } from '../../components/forms/select.tsx'
import { useBuilder } from './builder-context.ts'
import { convertValue, typeOfValue, valueFormOf } from './condition-forms.ts'
import type { ValueForm, ValueType } from './condition-forms.ts'
import { DurationInput } from './duration-input.tsx'
import type { LeafDraft } from './filter-draft.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'
import { ListInput } from './list-input.tsx'
import { ValueInput } from './value-input.tsx'

type ValueProps = {
  leaf: LeafDraft
  kind: Field['kind']
  usualType: ValueType | undefined
  isInvalid: boolean
  onChange: (leaf: LeafDraft) => void
}

export function ConditionValue({ leaf, kind, usualType, isInvalid, onChange }: ValueProps) {
  const form = valueFormOf(kind, leaf.operator)
  const { type, choose } = useValueType(leaf.value, form, usualType)
  const put = (value: unknown) => {
    const { value: _old, ...rest } = leaf
    onChange(value === undefined ? rest : { ...rest, value })
  }
  if (form.shape === 'none') return null
  if (form.shape === 'segment') {
    return <SegmentInput value={leaf.value} isInvalid={isInvalid} onChange={put} />
  }
  if (form.shape === 'state') return <StateInput value={leaf.value} onChange={put} />
  if (form.shape === 'duration') return <DurationInput value={leaf.value} onChange={put} />
  if (form.shape === 'days') return <DurationInput isInDays value={leaf.value} onChange={put} />
  return (
    <>
      {form.types.length > 1 && (
        <TypeSelect
          types={form.types}
          value={type}
          onChange={(chosen) => {
            choose(chosen)
            put(convertValue(leaf.value, form, chosen))
          }}
        />
      )}
      {form.shape === 'one' && (
        <ValueInput label={texts.value} type={type} value={leaf.value} isInvalid={isInvalid} onChange={put} />
      )}
      {form.shape === 'list' && (
        <ListInput type={type} values={leaf.value} isInvalid={isInvalid} onChange={put} />
      )}
      {form.shape === 'range' && (
        <RangeInput type={type} value={leaf.value} isInvalid={isInvalid} onChange={put} />
      )}
    </>
  )
}

/** The type of the value; without a value the chosen type, then the usual one of the field. */
function useValueType(value: unknown, { types }: ValueForm, usual: ValueType | undefined) {
  const [chosen, choose] = useState<ValueType>()
  const candidates = [typeOfValue(value, types), chosen, usual, types[0]]
  const type = candidates.find((one) => one !== undefined && types.includes(one)) ?? 'text'
  return { type, choose }
}

type TypeProps = { types: readonly ValueType[]; value: ValueType; onChange: (type: ValueType) => void }

function TypeSelect({ types, value, onChange }: TypeProps) {
  const { isReadOnly } = useBuilder()
  return (
    <Select
      label={texts.valueType}
      value={value}
      options={types.map((one) => ({ value: one, label: texts.types[one] }))}
      isDisabled={isReadOnly}
      onChange={onChange}
    />
  )
}

type InputProps = { value: unknown; isInvalid: boolean; onChange: (value: unknown) => void }

function RangeInput({ type, value, ...props }: InputProps & { type: ValueType }) {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : []
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-sm text-soft">
      <ValueInput
        label={texts.low}
        type={type}
        value={low}
        isInvalid={props.isInvalid}
        onChange={(changed) => props.onChange([changed, high])}
      />
      {texts.and}
      <ValueInput
        label={texts.high}
        type={type}
        value={high}
        isInvalid={props.isInvalid}
        onChange={(changed) => props.onChange([low, changed])}
      />
    </span>
  )
}

const STATES = optionsOf(texts.states)

function StateInput({ value, onChange }: Omit<InputProps, 'isInvalid'>) {
  const { isReadOnly } = useBuilder()
  const chosen = SUBSCRIPTION_STATES.find((state) => state === value) ?? 'SUBSCRIBED'
  return (
    <Select label={texts.value} value={chosen} options={STATES} isDisabled={isReadOnly} onChange={onChange} />
  )
}

function SegmentInput({ value, isInvalid, onChange }: InputProps) {
  const { fields, isReadOnly } = useBuilder()
  const options = fields.segments.map(({ id, name }) => ({ value: id, label: name }))
  const known = options.find((option) => option.value === value)
  const unknown = typeof value === 'string' ? { value, label: texts.deletedSegment } : undefined
  return (
    <ComboBox
      label={texts.segment}
      placeholder={texts.chooseSegment}
      chosen={known ?? (options.length > 0 ? unknown : undefined)}
      groupsFor={(typed) => matchingGroups([{ label: texts.segments, options }], typed)}
      onChange={onChange}
      isInvalid={isInvalid}
      isDisabled={isReadOnly}
    />
  )
}
