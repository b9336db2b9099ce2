// The limits of receivers that are not the usual ones.
import { Plus, X } from 'lucide-react'
import type { LimitedName } from '../../../../../src/platform/email/mx/destination-limits.values.ts'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { inputClass } from '../../../components/forms/field.tsx'
import { Menu, MenuItem } from '../../../components/overlays/menu.tsx'
import type { PartProps } from './form-parts.ts'
import { receiversOf, USUAL_LIMITS } from './mx-fields.ts'
import type { LimitFields, MxFields } from './mx-fields.ts'
import { limitTexts as texts } from './mx.texts.ts'

type LimitsProps = Pick<PartProps<MxFields>, 'fields' | 'errors' | 'change' | 'isDisabled'>

export function MxLimits(props: LimitsProps) {
  const { fields, change, isDisabled } = props
  const { changed, usual } = receiversOf(fields)
  const set = (name: LimitedName, limits: LimitFields) =>
    change({ limits: { ...fields.limits, [name]: limits } })
  return (
    <section aria-label={texts.title}>
      <h3 className="text-sm font-medium">{texts.title}</h3>
      <p className="mt-1 text-xs text-soft">{texts.text}</p>
      {changed.length > 0 && <LimitTable {...props} names={changed} set={set} />}
      {!isDisabled && usual.length > 0 && (
        <div className="mt-2">
          <Menu
            trigger={
              <Button size="small" icon={<Plus />}>
                {texts.add}
              </Button>
            }
          >
            {usual.map((name) => (
              <MenuItem key={name} onClick={() => set(name, USUAL_LIMITS)}>
                {texts.receivers[name]}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </section>
  )
}

type TableProps = LimitsProps & {
  names: readonly LimitedName[]
  set: (name: LimitedName, limits: LimitFields) => void
}

function LimitTable({ names, set, fields, errors, change, isDisabled }: TableProps) {
  const { columns } = texts
  const remove = (name: LimitedName) => {
    const { [name]: _, ...limits } = fields.limits
    change({ limits })
  }
  return (
    <table className="mt-2 w-full text-left text-sm" aria-label={texts.title}>
      <thead>
        <tr className="text-xs text-soft">
          {[columns.receiver, columns.connections, columns.perMinute].map((header) => (
            <th key={header} scope="col" className="py-1 pr-2 align-bottom font-medium">
              {header}
            </th>
          ))}
          {!isDisabled && <td />}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <LimitRow
            key={name}
            name={name}
            limits={fields.limits[name] ?? USUAL_LIMITS}
            errors={errors}
            isDisabled={isDisabled}
            onChange={(limits) => set(name, limits)}
            onRemove={() => remove(name)}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<LimitsProps, 'errors' | 'isDisabled'> & {
  name: LimitedName
  limits: LimitFields
  onChange: (limits: LimitFields) => void
  onRemove: () => void
}

function LimitRow({ name, limits, errors, isDisabled, onChange, onRemove }: RowProps) {
  const receiver = texts.receivers[name]
  const inputs = { errors, isDisabled, limits, onChange, path: `settings.limits.${name}` }
  return (
    <tr>
      <th scope="row" className="py-1 pr-2 align-top leading-9 font-normal whitespace-nowrap">
        {receiver}
      </th>
      <td className="py-1 pr-2 align-top">
        <LimitInput {...inputs} field="connections" label={texts.connectionsTo(receiver)} />
      </td>
      <td className="py-1 align-top">
        <LimitInput {...inputs} field="perMinute" label={texts.perMinuteTo(receiver)} />
      </td>
      {!isDisabled && (
        <td className="w-9 py-1 align-top">
          <IconButton label={texts.remove(receiver)} onClick={onRemove}>
            <X />
          </IconButton>
        </td>
      )}
    </tr>
  )
}

type InputProps = Pick<RowProps, 'errors' | 'isDisabled' | 'limits' | 'onChange'> & {
  path: string
  field: keyof LimitFields
  label: string
}

function LimitInput({ path, field, label, errors, isDisabled, limits, onChange }: InputProps) {
  const error = errors[`${path}.${field}`]
  const errorId = `${path}.${field}.error`
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        inputMode="numeric"
        placeholder={texts.usual}
        value={limits[field]}
        maxLength={7}
        disabled={isDisabled}
        className={inputClass}
        onChange={({ target }) => onChange({ ...limits, [field]: target.value })}
      />
      {error !== undefined && (
        <p id={errorId} className="mt-1 text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </>
  )
}
