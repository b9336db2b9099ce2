// The fields of own delivery.
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { isWithin } from './field-values.ts'
import type { PartProps } from './form-parts.ts'
import type { MxFields } from './mx-fields.ts'
import { MxLimits } from './mx-limits.tsx'
import { mxTexts as texts } from './mx.texts.ts'

type MxProps = PartProps<MxFields>

export function MxPart({ fields, errors, change, isStored, isDisabled }: MxProps) {
  // The schema names the address that is wrong, by its number.
  const wrong = Object.keys(errors).find((name) => isWithin(name, 'settings.localAddresses'))
  return (
    <>
      {!isStored && <p className="text-sm text-soft">{texts.about}</p>}
      <TextArea
        label={texts.localAddresses}
        hint={texts.localAddressesHint}
        rows={3}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={wrong === undefined ? undefined : errors[wrong]}
        value={fields.localAddresses}
        maxLength={5000}
        disabled={isDisabled}
        onText={(localAddresses) => change({ localAddresses })}
      />
      <div className="rounded-xl border border-line px-3">
        <SwitchRow
          label={texts.warmUp}
          hint={texts.warmUpHint}
          isOn={fields.warmUp}
          isDisabled={isDisabled}
          onChange={(warmUp) => change({ warmUp })}
        />
      </div>
    </>
  )
}

export const MX_ADVANCED = ['settings.port', 'settings.limits']

export function MxAdvanced(props: MxProps) {
  const { fields, errors, change, isDisabled } = props
  return (
    <>
      <MxLimits {...props} />
      <div className="max-w-40">
        <TextField
          label={texts.port}
          hint={texts.portHint}
          inputMode="numeric"
          error={errors['settings.port']}
          value={fields.port}
          maxLength={5}
          disabled={isDisabled}
          onText={(port) => change({ port })}
        />
      </div>
    </>
  )
}
