import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { formatShare } from '../../../format/number.ts'
import type { Config, DraftStep } from '../model/definition.ts'
import { inspector } from '../inspector.texts.ts'
import { FilterField } from './filter-field.tsx'
import type { FormProps } from './form-parts.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'

const { condition: texts, split } = inspector

const KINDS = optionsOf(texts.kinds)
const NO_CONDITIONS = { operator: 'AND', conditions: [] }

/** `reshape` also says which branches have got another name. */
type BranchingProps = FormProps & {
  reshape: (config: Config, topic: string, renamed?: ReadonlyMap<string, string>) => void
}

type Branch = { name: string; filters: unknown }
const branchesOf = ({ config }: DraftStep) =>
  Array.isArray(config['branches']) ? (config['branches'] as Branch[]) : undefined

export function ConditionForm(props: BranchingProps) {
  const { step, errors, isReadOnly, reshape } = props
  const branches = branchesOf(step)
  const choose = (kind: 'filters' | 'branches') => {
    if (kind === 'branches') {
      const [first] = [{ name: 'first', filters: step.config['filters'] ?? NO_CONDITIONS }]
      return reshape(
        { branches: [first] },
        'kind',
        new Map([
          ['yes', 'first'],
          ['no', 'default'],
        ]),
      )
    }
    const { name = '', filters = NO_CONDITIONS } = branches?.[0] ?? {}
    reshape(
      { filters },
      'kind',
      new Map([
        [name, 'yes'],
        ['default', 'no'],
      ]),
    )
  }
  return (
    <>
      <SelectField
        label={texts.kind}
        value={branches ? 'branches' : 'filters'}
        options={KINDS}
        isDisabled={isReadOnly}
        onChange={choose}
      />
      {branches ? (
        <Branches {...props} branches={branches} />
      ) : (
        <FilterField
          label={texts.filters}
          value={step.config['filters']}
          errors={errors}
          prefix="config.filters"
          isReadOnly={isReadOnly}
          hasEvent
          onChange={(filters) => reshape({ filters }, 'filters')}
        />
      )}
    </>
  )
}

function freeName(taken: readonly string[]): string {
  for (let n = taken.length + 1; ; n += 1) if (!taken.includes(`way-${n}`)) return `way-${n}`
}

function Branches({ branches, errors, isReadOnly, reshape }: BranchingProps & { branches: Branch[] }) {
  const put = (index: number, branch: Branch) => {
    const was = branches[index]?.name ?? ''
    const config = { branches: branches.map((one, at) => (at === index ? branch : one)) }
    reshape(config, `branch ${index}`, new Map([[was, branch.name]]))
  }
  const names = branches.map(({ name }) => name)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-soft">{texts.hint}</p>
      {branches.map((branch, index) => (
        // Their order is what counts.
        <div key={index} className="flex flex-col gap-3 rounded-lg border border-line p-2.5">
          <NameRow
            label={texts.branch}
            removeLabel={texts.removeBranch(branch.name)}
            value={branch.name}
            error={errors[`config.branches.${index}.name`]}
            onChange={(name) => put(index, { ...branch, name })}
            onRemove={
              isReadOnly || branches.length < 2
                ? undefined
                : () => reshape({ branches: branches.filter((_, at) => at !== index) }, 'remove')
            }
          />
          <FilterField
            label={texts.filters}
            value={branch.filters}
            errors={errors}
            prefix={`config.branches.${index}.filters`}
            isReadOnly={isReadOnly}
            hasEvent
            onChange={(filters) => put(index, { ...branch, filters })}
          />
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() =>
              reshape({ branches: [...branches, { name: freeName(names), filters: NO_CONDITIONS }] }, 'add')
            }
          >
            {texts.addBranch}
          </Button>
        </div>
      )}
    </div>
  )
}

type NameRowProps = {
  label: string
  removeLabel: string
  value: string
  error: string | undefined
  onChange: (name: string) => void
  onRemove: (() => void) | undefined
}

function NameRow({ label, removeLabel, value, error, onChange, onRemove }: NameRowProps) {
  return (
    <div className="flex items-end gap-1">
      <div className="grow">
        <TextField
          label={label}
          maxLength={64}
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      {onRemove && (
        <IconButton label={removeLabel} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </div>
  )
}

export function SplitForm({ step, errors, isReadOnly, reshape }: BranchingProps) {
  const weights = Object.entries((step.config['weights'] ?? {}) as Record<string, number>)
  const sum = weights.reduce((total, [, weight]) => total + (weight || 0), 0)
  const save = (next: readonly (readonly [string, number])[], topic: string, renamed?: Map<string, string>) =>
    reshape({ weights: Object.fromEntries(next) }, topic, renamed)
  const put = (index: number, name: string, weight: number) => {
    const was = weights[index]?.[0] ?? ''
    // Two of one name would be one.
    if (name !== was && weights.some(([other]) => other === name)) return
    const next = weights.map((one, at): readonly [string, number] => (at === index ? [name, weight] : one))
    save(next, `way ${index}`, new Map([[was, name]]))
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-soft">{split.hint}</p>
      {weights.map(([name, weight], index) => (
        // The name is being typed; the order stays.
        <div key={index} className="flex flex-col gap-2 rounded-lg border border-line p-2.5">
          <NameRow
            label={split.name}
            removeLabel={split.remove(name)}
            value={name}
            error={errors[`config.weights.${name}`]}
            onChange={(changed) => put(index, changed, weight)}
            onRemove={
              isReadOnly || weights.length < 3
                ? undefined
                : () =>
                    save(
                      weights.filter((_, at) => at !== index),
                      'remove',
                    )
            }
          />
          <TextField
            label={split.weight}
            type="number"
            min={1}
            max={1000}
            value={Number.isNaN(weight) ? '' : weight}
            hint={sum > 0 ? split.share(formatShare(weight / sum)) : undefined}
            onChange={({ target }) => put(index, name, target.valueAsNumber)}
          />
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => save([...weights, [freeName(weights.map(([name]) => name)), 50]], 'add')}
          >
            {split.add}
          </Button>
        </div>
      )}
    </div>
  )
}
