// The fields of an account at SES.
import { PasswordField, TextField } from '../../../components/forms/field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import type { PartProps } from './form-parts.ts'
import { needsSecretKey } from './ses-fields.ts'
import type { SesFields } from './ses-fields.ts'
import { sesTexts as texts } from './ses.texts.ts'

type SesProps = PartProps<SesFields>

const PLAIN = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }

export function SesPart({ fields, first, errors, change, isStored, isDisabled }: SesProps) {
  const isNeeded = isStored && needsSecretKey(fields, first)
  const error = errors['settings.secretAccessKey']
  return (
    <>
      <TextField
        {...PLAIN}
        label={texts.region}
        placeholder="eu-west-1"
        error={errors['settings.region']}
        value={fields.region}
        maxLength={30}
        disabled={isDisabled}
        onText={(region) => change({ region })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          {...PLAIN}
          label={texts.accessKeyId}
          hint={texts.accessKeyIdHint}
          error={errors['settings.accessKeyId']}
          value={fields.accessKeyId}
          maxLength={1000}
          disabled={isDisabled}
          onText={(accessKeyId) => change({ accessKeyId })}
        />
        <PasswordField
          label={texts.secretAccessKey}
          // Browsers fill in no password of the dashboard.
          autoComplete="new-password"
          hint={isStored ? (isNeeded ? texts.againSecret : texts.keepSecret) : undefined}
          error={error !== undefined && isNeeded ? texts.againSecret : error}
          value={fields.secretAccessKey}
          maxLength={1000}
          disabled={isDisabled}
          onText={(secretAccessKey) => change({ secretAccessKey })}
        />
      </div>
      <TextField
        {...PLAIN}
        label={texts.configurationSet}
        hint={texts.configurationSetHint}
        error={errors['settings.configurationSet']}
        value={fields.configurationSet}
        maxLength={64}
        disabled={isDisabled}
        onText={(configurationSet) => change({ configurationSet })}
      />
    </>
  )
}

export const SES_ADVANCED = ['settings.endpoint']

export function SesAdvanced({ fields, errors, change, isDisabled }: SesProps) {
  return (
    <>
      <SwitchRow
        label={texts.sign}
        hint={texts.signHint}
        isOn={fields.sign}
        isDisabled={isDisabled}
        onChange={(sign) => change({ sign })}
      />
      <TextField
        {...PLAIN}
        label={texts.endpoint}
        hint={texts.endpointHint}
        placeholder="https://vpce.example.com"
        error={errors['settings.endpoint']}
        value={fields.endpoint}
        maxLength={2048}
        disabled={isDisabled}
        onText={(endpoint) => change({ endpoint })}
      />
    </>
  )
}
