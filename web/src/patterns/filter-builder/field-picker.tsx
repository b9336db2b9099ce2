import {
  ACTIVITIES,
  CONTACT_COLUMNS,
} from '../../../../src/features/filters/language/filter-fields.schema.ts'
import { ComboBox, matchingGroups } from '../../components/forms/combo-box.tsx'
import type { ComboGroup } from '../../components/forms/combo-box.tsx'
import { useBuilder } from './builder-context.ts'
import { fieldOfKey, keyOfField } from './condition-forms.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'
import { fieldOfTriggerKey, formFieldOf } from './filter-fields.ts'
import type { FilterFields } from './filter-fields.ts'

const CONTACT_FIELDS = [...CONTACT_COLUMNS, 'segment'] as const

const TOPIC = 'topics.'

/** The fields of a contact that an email knows, besides its data. */
const BLOCK_FIELDS = ['email', 'subscribed'] as const

function groupsOf(fields: FilterFields): ComboGroup[] {
  const { data, topics, events, trigger = [], isOfBlock = false } = fields
  const { fieldGroups } = texts
  const dataGroup = {
    label: fieldGroups.data,
    options: data.map(({ key }) => ({ value: fieldOfKey(key), label: key })),
  }
  if (isOfBlock) {
    const options = BLOCK_FIELDS.map((value) => ({ value, label: texts.fields[value] }))
    return [{ label: fieldGroups.contact, options }, dataGroup]
  }
  return [
    {
      label: fieldGroups.trigger,
      options: trigger.map((key) => ({ value: fieldOfTriggerKey(key), label: key })),
    },
    {
      label: fieldGroups.contact,
      options: CONTACT_FIELDS.map((value) => ({ value, label: texts.fields[value] })),
    },
    {
      label: fieldGroups.topics,
      options: topics.map(({ key, name }) => ({ value: `${TOPIC}${key}`, label: name })),
    },
    dataGroup,
    {
      label: fieldGroups.activity,
      options: ACTIVITIES.map((one) => ({
        value: `emailActivity.${one}`,
        label: texts.activities[one] ?? one,
      })),
    },
    { label: fieldGroups.events, options: events.map((name) => ({ value: `event.${name}`, label: name })) },
  ]
}

/** Includes the typed text as a new key or event. */
function groupsFor(fields: FilterFields, typed: string): ComboGroup[] {
  const all = groupsOf(fields)
  const text = typed.trim()
  if (text === '') return all.filter(({ options }) => options.length > 0)
  const known = new Set(all.flatMap(({ options }) => options.map(({ value }) => value)))
  const free = [
    { value: `data.${text}`, label: texts.typedData(text) },
    ...(fields.isOfBlock ? [] : [{ value: `event.${text}`, label: texts.typedEvent(text) }]),
    ...(fields.trigger ? [{ value: `event.data.${text}`, label: texts.typedTrigger(text) }] : []),
  ].filter(({ value }) => !known.has(value))
  return [...matchingGroups(all, text), { label: texts.fieldGroups.typed, options: free }]
}

function fieldLabel(fields: FilterFields, field: string): string {
  const asForm = formFieldOf(fields, field)
  if (asForm !== field) return texts.typedTrigger(keyOfField(asForm) ?? '')
  const contact = CONTACT_FIELDS.find((one) => one === field)
  if (contact) return texts.fields[contact]
  if (field.startsWith(TOPIC)) {
    const key = field.slice(TOPIC.length)
    return texts.topic(fields.topics.find((topic) => topic.key === key)?.name ?? key)
  }
  if (field.startsWith('event.')) return texts.event(field.slice('event.'.length))
  if (field.startsWith('emailActivity.')) {
    return texts.activities[field.slice('emailActivity.'.length)] ?? field
  }
  return keyOfField(field) ?? field
}

type FieldPickerProps = {
  value: string
  onChange: (field: string) => void
  isOpenAtFirst: boolean
  isInvalid: boolean
}

export function FieldPicker({ value, onChange, isOpenAtFirst, isInvalid }: FieldPickerProps) {
  const { fields, isReadOnly } = useBuilder()
  return (
    <ComboBox
      label={texts.field}
      placeholder={texts.chooseField}
      chosen={value === '' ? undefined : { value, label: fieldLabel(fields, value) }}
      groupsFor={(typed) => groupsFor(fields, typed)}
      onChange={onChange}
      isOpenAtFirst={isOpenAtFirst}
      isInvalid={isInvalid}
      isDisabled={isReadOnly}
    />
  )
}
