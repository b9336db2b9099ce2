import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { formatShare } from '../../../format/number.ts'
import type { Config, DraftStep } from '../model/definition.ts'
import { inspector } from '../inspector.texts.ts'
import { FilterField } from './filter-field.tsx'
import { AddButton, RemovableRow } from './form-parts.tsx'
import type { FormProps } from './form-parts.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'

const { condition: texts, split } = inspector

const KINDS = optionsOf(texts.kinds)
const NO_CONDITIONS = { operator: 'AND', conditions: [] }

/** `renamed` maps old names of branches to new ones, which keep their targets. */
type BranchingProps = FormProps & {
  setConfig: (config: Config, topic: string, renamed?: ReadonlyMap<string, string>) => void
}

type Branch = { name: string; filters: unknown }
const branchesOf = ({ config }: DraftStep) =>
  Array.isArray(config['branches']) ? (config['branches'] as Branch[]) : undefined

export function ConditionForm(props: BranchingProps) {
  const { step, errors, isReadOnly, setConfig } = props
  const branches = branchesOf(step)
  const choose = (kind: 'filters' | 'branches') => {
    if (kind === 'branches') {
      const first = { name: 'first', filters: step.config['filters'] ?? NO_CONDITIONS }
      return setConfig(
        { branches: [first] },
        'kind',
        new Map([
          ['yes', 'first'],
          ['no', 'default'],
        ]),
      )
    }
    const { name = '', filters = NO_CONDITIONS } = branches?.[0] ?? {}
    setConfig(
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
          onChange={(filters) => setConfig({ filters }, 'filters')}
        />
      )}
    </>
  )
}

function freeName(taken: readonly string[]): string {
  for (let n = taken.length + 1; ; n += 1) if (!taken.includes(`way-${n}`)) return `way-${n}`
}

function Branches({ branches, errors, isReadOnly, setConfig }: BranchingProps & { branches: Branch[] }) {
  const update = (index: number, branch: Branch) => {
    const oldName = branches[index]?.name ?? ''
    const config = { branches: branches.map((one, at) => (at === index ? branch : one)) }
    setConfig(config, `branch ${index}`, new Map([[oldName, branch.name]]))
  }
  const names = branches.map(({ name }) => name)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-soft">{texts.hint}</p>
      {branches.map((branch, index) => (
        // Only the order identifies them: names are being edited.
        <div key={index} className="flex flex-col gap-3 rounded-lg border border-line p-2.5">
          <NameRow
            label={texts.branch}
            removeLabel={texts.removeBranch(branch.name)}
            value={branch.name}
            error={errors[`config.branches.${index}.name`]}
            onChange={(name) => update(index, { ...branch, name })}
            onRemove={
              isReadOnly || branches.length < 2
                ? undefined
                : () => setConfig({ branches: branches.filter((_, at) => at !== index) }, 'remove')
            }
          />
          <FilterField
            label={texts.filters}
            value={branch.filters}
            errors={errors}
            prefix={`config.branches.${index}.filters`}
            isReadOnly={isReadOnly}
            hasEvent
            onChange={(filters) => update(index, { ...branch, filters })}
          />
        </div>
      ))}
      {!isReadOnly && (
        <AddButton
          label={texts.addBranch}
          onClick={() =>
            setConfig({ branches: [...branches, { name: freeName(names), filters: NO_CONDITIONS }] }, 'add')
          }
        />
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
    <RemovableRow label={removeLabel} onRemove={onRemove}>
      <TextField label={label} maxLength={64} value={value} error={error} onText={onChange} />
    </RemovableRow>
  )
}

export function SplitForm({ step, errors, isReadOnly, setConfig }: BranchingProps) {
  const weights = Object.entries((step.config['weights'] ?? {}) as Record<string, number>)
  const sum = weights.reduce((total, [, weight]) => total + (weight || 0), 0)
  const save = (next: readonly (readonly [string, number])[], topic: string, renamed?: Map<string, string>) =>
    setConfig({ weights: Object.fromEntries(next) }, topic, renamed)
  const update = (index: number, name: string, weight: number) => {
    const oldName = weights[index]?.[0] ?? ''
    // Names are the keys of the weights.
    if (name !== oldName && weights.some(([other]) => other === name)) return
    const next = weights.map((one, at): readonly [string, number] => (at === index ? [name, weight] : one))
    save(next, `way ${index}`, new Map([[oldName, name]]))
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-soft">{split.hint}</p>
      {weights.map(([name, weight], index) => (
        // The name is being edited.
        <div key={index} className="flex flex-col gap-2 rounded-lg border border-line p-2.5">
          <NameRow
            label={split.name}
            removeLabel={split.remove(name)}
            value={name}
            error={errors[`config.weights.${name}`]}
            onChange={(changed) => update(index, changed, weight)}
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
            onChange={({ target }) => update(index, name, target.valueAsNumber)}
          />
        </div>
      ))}
      {!isReadOnly && (
        <AddButton
          label={split.add}
          onClick={() => save([...weights, [freeName(weights.map(([name]) => name)), 50]], 'add')}
        />
      )}
    </div>
  )
}
