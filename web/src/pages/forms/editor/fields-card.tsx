import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { Card } from '../../../components/page.tsx'
import { editorTexts } from '../forms.texts.ts'
import { addField, DATA_PREFIX, isAddress, moveField, relabelField } from './field-list.ts'
import { problemIn } from './form-draft.ts'
import type { FieldDraft } from './form-draft.ts'
import type { PartProps } from './part-props.ts'

const { fields: texts } = editorTexts

const TYPES = optionsOf(texts.types)

// Limit of the API.
const MOST_FIELDS = 30

type FieldsCardProps = PartProps & { savedKeys: readonly string[] }

export function FieldsCard({ draft, change, problems, isReadOnly, savedKeys }: FieldsCardProps) {
  const { fields } = draft
  const set = (changed: FieldDraft[]) => change({ fields: changed })
  return (
    <Card title={texts.title}>
      <ol className="flex flex-col gap-3">
        {fields.map((field, index) => (
          <li key={field.id}>
            <FieldRow
              field={field}
              index={index}
              count={fields.length}
              problemOf={(part) => problemIn(problems, `fields.${index}.${part}`)}
              isReadOnly={isReadOnly}
              onLabel={(label) => set(relabelField({ fields, index, label, savedKeys }))}
              onChange={(changes) => set(fields.with(index, { ...field, ...changes }))}
              onMove={(by) => set(moveField(fields, index, by))}
              onRemove={() => set(fields.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      {problems['fields'] !== undefined && (
        <p className="pt-2 text-xs font-medium text-bad">{problems['fields']}</p>
      )}
      {!isReadOnly && fields.length < MOST_FIELDS && (
        <div className="pt-3">
          <Button icon={<Plus />} onClick={() => set(addField(fields))}>
            {texts.add}
          </Button>
        </div>
      )}
    </Card>
  )
}

type FieldRowProps = {
  field: FieldDraft
  index: number
  count: number
  problemOf: (part: keyof FieldDraft) => string | undefined
  isReadOnly: boolean
  onLabel: (label: string) => void
  onChange: (changes: Partial<FieldDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function FieldRow(props: FieldRowProps) {
  const { field, index, problemOf, isReadOnly, onLabel, onChange } = props
  const name = texts.nameOf(field.label.trim(), index + 1)
  const isFixed = isAddress(field)
  return (
    <div role="group" aria-label={name} className="rounded-xl border border-line p-3">
      <div className="flex items-center gap-1">
        <p aria-hidden className="min-w-0 grow truncate text-sm font-medium">
          {name}
        </p>
        {!isReadOnly && <RowButtons {...props} name={name} />}
      </div>
      <div className="grid gap-3 pt-2 sm:grid-cols-2">
        <TextField
          label={texts.label}
          error={problemOf('label')}
          value={field.label}
          maxLength={200}
          disabled={isReadOnly}
          onText={onLabel}
        />
        <TextField
          label={texts.key}
          hint={isFixed ? texts.addressHint : texts.keyHint}
          error={problemOf('key')}
          value={isFixed ? field.key : field.key.slice(DATA_PREFIX.length)}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          disabled={isReadOnly || isFixed}
          onText={(key) => onChange({ key: `${DATA_PREFIX}${key}` })}
        />
        <SelectField
          label={texts.type}
          error={problemOf('type')}
          value={field.type}
          options={TYPES}
          isDisabled={isReadOnly || isFixed}
          onChange={(type) => onChange({ type })}
        />
        <SwitchRow
          label={texts.required}
          hint={field.type === 'checkbox' ? texts.requiredCheckbox : texts.requiredHint}
          isOn={field.required}
          isDisabled={isReadOnly || isFixed}
          onChange={(required) => onChange({ required })}
        />
      </div>
      {field.type === 'select' && (
        <div className="pt-3">
          <TextArea
            label={texts.options}
            hint={texts.optionsHint}
            error={problemOf('options')}
            rows={3}
            value={field.options}
            disabled={isReadOnly}
            onText={(options) => onChange({ options })}
          />
        </div>
      )}
    </div>
  )
}

function RowButtons({ field, index, count, onMove, onRemove, name }: FieldRowProps & { name: string }) {
  return (
    <>
      <IconButton label={texts.up(name)} disabled={index === 0} onClick={() => onMove(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton label={texts.down(name)} disabled={index === count - 1} onClick={() => onMove(1)}>
        <ArrowDown />
      </IconButton>
      {!isAddress(field) && (
        <IconButton label={texts.remove(name)} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      )}
    </>
  )
}
