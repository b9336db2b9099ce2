// Details of an event or email condition: when, how often, with which data, of which campaign, template or workflow.
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { EMAIL_ORIGIN_FIELDS } from '../../../../src/features/filters/language/email-origins.values.ts'
import type { EmailOriginField } from '../../../../src/features/filters/language/email-origins.values.ts'
import { MOST_WHERE } from '../../../../src/features/filters/language/filter-history-leaves.schema.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { ComboBox, matchingGroups } from '../../components/forms/combo-box.tsx'
import { inputClass } from '../../components/forms/field.tsx'
import { optionsOf, Select } from '../../components/forms/select.tsx'
import { useBuilder } from './builder-context.ts'
import { changeOperator, kindOf, withDetails } from './condition-forms.ts'
import { ConditionValue } from './condition-value.tsx'
import { DurationInput } from './duration-input.tsx'
import { problemsAt } from './filter-draft.ts'
import type { FilterProblem, LeafDraft } from './filter-draft.ts'
import { builderTexts } from './filter-builder.texts.ts'
import { OperatorSelect } from './operator-select.tsx'
import { useItemKeys } from './use-item-keys.ts'

const { details: texts, origins: originTexts } = builderTexts

type DetailsProps = {
  leaf: LeafDraft
  kind: 'event' | 'activity'
  problems: readonly FilterProblem[]
  onChange: (leaf: LeafDraft) => void
}

const DEFAULT_WITHIN = { amount: 30, unit: 'days' } as const
const DEFAULT_COUNT = { atLeast: 2 }
const DEFAULT_WHERE: LeafDraft = { field: 'data.', operator: 'equals' }

export function HistoryDetails({ leaf, kind, problems, onChange }: DetailsProps) {
  const { isReadOnly, isFull } = useBuilder()
  const { within, count, link } = leaf
  const origins = kind === 'activity' ? EMAIL_ORIGIN_FIELDS : []
  const where = leaf.where ?? []
  const set = (changes: Parameters<typeof withDetails>[1]) => onChange(withDetails(leaf, changes))
  return (
    <div className="flex flex-col gap-1.5 border-l-2 border-line pl-3 ml-2">
      {within && (
        <Detail text={texts.within} remove={texts.removeWithin} onRemove={() => set({ within: null })}>
          <DurationInput value={within} onChange={(changed) => set({ within: changed })} />
        </Detail>
      )}
      {count && (
        <Detail text={texts.count} remove={texts.removeCount} onRemove={() => set({ count: null })}>
          <CountInput
            label={texts.count}
            value={count.atLeast}
            onChange={(atLeast) => set({ count: { ...count, atLeast } })}
          />
          {texts.countMost}
          <CountInput
            label={texts.countMost}
            value={count.atMost}
            onChange={(atMost) => set({ count: { ...count, atMost } })}
          />
          {texts.times}
        </Detail>
      )}
      {origins.map((origin) => {
        const id = leaf[origin]
        if (typeof id !== 'string') return null
        const { of, remove } = originTexts[origin]
        return (
          <Detail key={origin} text={of} remove={remove} onRemove={() => set({ [origin]: null })}>
            <OriginInput origin={origin} value={id} onChange={(chosen) => set({ [origin]: chosen })} />
          </Detail>
        )
      })}
      {link && (
        <Detail text={texts.link} remove={texts.removeLink} onRemove={() => set({ link: null })}>
          <LinkInput value={link} onChange={(changed) => set({ link: changed })} />
        </Detail>
      )}
      <WhereList where={where} problems={problems} onChange={(changed) => set({ where: changed })} />
      {!isReadOnly && (
        <div className="flex flex-wrap gap-1">
          {!within && <AddButton text={texts.addWithin} onClick={() => set({ within: DEFAULT_WITHIN })} />}
          {!count && <AddButton text={texts.addCount} onClick={() => set({ count: DEFAULT_COUNT })} />}
          {kind === 'event' && where.length < MOST_WHERE && !isFull && (
            <AddButton text={texts.addWhere} onClick={() => set({ where: [...where, DEFAULT_WHERE] })} />
          )}
          {origins
            .filter((origin) => typeof leaf[origin] !== 'string')
            .map((origin) => (
              <AddButton key={origin} text={originTexts[origin].name} onClick={() => set({ [origin]: '' })} />
            ))}
          {leaf.field === 'emailActivity.clicked' && !link && (
            <AddButton text={texts.addLink} onClick={() => set({ link: { contains: '' } })} />
          )}
        </div>
      )}
    </div>
  )
}

function AddButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button size="small" look="quiet" icon={<Plus />} onClick={onClick}>
      {text}
    </Button>
  )
}

type DetailProps = { text: string; remove: string; onRemove: () => void; children: ReactNode }

function Detail({ text, remove, onRemove, children }: DetailProps) {
  const { isReadOnly } = useBuilder()
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-sm text-soft">
      {text}
      {children}
      {!isReadOnly && (
        <IconButton label={remove} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </div>
  )
}

type CountInputProps = {
  label: string
  value: number | null | undefined
  onChange: (times: number | null) => void
}

function CountInput({ label, value, onChange }: CountInputProps) {
  const { isReadOnly } = useBuilder()
  return (
    <span className="block w-20">
      <input
        type="number"
        aria-label={`${label} ${texts.times}`}
        min={0}
        step={1}
        value={value ?? ''}
        disabled={isReadOnly}
        className={inputClass}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      />
    </span>
  )
}

type Link = NonNullable<LeafDraft['link']>

const LINK_KINDS = optionsOf(texts.linkKinds)

function LinkInput({ value, onChange }: { value: Link; onChange: (link: Link) => void }) {
  const { isReadOnly } = useBuilder()
  const kind = typeof value.equals === 'string' ? 'equals' : 'contains'
  const url = value[kind] ?? ''
  return (
    <>
      <Select
        label={texts.linkKind}
        value={kind}
        options={LINK_KINDS}
        isDisabled={isReadOnly}
        onChange={(chosen) => onChange({ [chosen]: url })}
      />
      <span className="block w-64">
        <input
          aria-label={texts.url}
          placeholder={texts.urlHint}
          maxLength={2000}
          value={url}
          disabled={isReadOnly}
          className={inputClass}
          onChange={({ target }) => onChange({ [kind]: target.value })}
        />
      </span>
    </>
  )
}

type OriginInputProps = { origin: EmailOriginField; value: string; onChange: (id: string) => void }

/** The campaign, template or workflow of the emails. */
function OriginInput({ origin, value, onChange }: OriginInputProps) {
  const { fields, isReadOnly } = useBuilder()
  const { name: label, choose, list } = originTexts[origin]
  const options = fields.origins[origin].map(({ id, name }) => ({ value: id, label: name }))
  const chosen = options.find((option) => option.value === value) ?? { value, label: value }
  return (
    <ComboBox
      label={label}
      placeholder={choose}
      chosen={value === '' ? undefined : chosen}
      groupsFor={(typed) => matchingGroups([{ label: list, options }], typed)}
      onChange={onChange}
      isDisabled={isReadOnly}
    />
  )
}

type WhereListProps = {
  where: readonly LeafDraft[]
  problems: readonly FilterProblem[]
  onChange: (where: LeafDraft[]) => void
}

function WhereList({ where, problems, onChange }: WhereListProps) {
  const keys = useItemKeys(where.length)
  return where.map((leaf, index) => (
    <WhereRow
      key={keys.of(index)}
      leaf={leaf}
      problems={problemsAt(problems, ['where', index])}
      onChange={(changed) => onChange(where.map((one, place) => (place === index ? changed : one)))}
      onRemove={() => {
        keys.remove(index)
        onChange(where.filter((_, place) => place !== index))
      }}
    />
  ))
}

type WhereRowProps = {
  leaf: LeafDraft
  problems: readonly FilterProblem[]
  onChange: (leaf: LeafDraft) => void
  onRemove: () => void
}

function WhereRow({ leaf, problems, onChange, onRemove }: WhereRowProps) {
  const { isReadOnly } = useBuilder()
  const isInvalid = (part: string) => problems.some(({ path: [first] }) => first === part)
  // Without a key, `data.` is not a valid field.
  const field = kindOf(leaf.field) === 'data' ? leaf.field : 'data.key'
  return (
    <Detail text={texts.where} remove={texts.removeWhere} onRemove={onRemove}>
      <span className="block w-36">
        <input
          aria-label={texts.key}
          aria-invalid={isInvalid('field')}
          placeholder={texts.keyHint}
          maxLength={500}
          value={leaf.field.slice('data.'.length)}
          disabled={isReadOnly}
          className={inputClass}
          onChange={({ target }) => onChange({ ...leaf, field: `data.${target.value}` })}
        />
      </span>
      <OperatorSelect
        field={field}
        operator={leaf.operator}
        onChange={(operator) =>
          onChange({ ...changeOperator({ ...leaf, field }, operator), field: leaf.field })
        }
      />
      <ConditionValue
        leaf={leaf}
        kind="data"
        usualType={undefined}
        isInvalid={isInvalid('value')}
        onChange={onChange}
      />
    </Detail>
  )
}
