// The fields of a relay.
import { PasswordField, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import type { PartProps } from './form-parts.ts'
import { OAuthPart } from './oauth-part.tsx'
import { needsSecrets, withPort, withTls } from './smtp-fields.ts'
import type { SmtpFields } from './smtp-fields.ts'
import { smtpTexts as texts } from './smtp.texts.ts'

const ENCRYPTIONS = optionsOf(texts.encryptions)
const PROVIDERS = optionsOf(texts.providers)
const SIGN_INS = optionsOf(texts.signIns)

type SmtpProps = PartProps<SmtpFields>

export function SmtpPart(props: SmtpProps) {
  const { fields, errors, change, isDisabled } = props
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
        <TextField
          label={texts.host}
          placeholder="smtp.example.com"
          autoCapitalize="none"
          spellCheck={false}
          error={errors['settings.host']}
          value={fields.host}
          maxLength={253}
          disabled={isDisabled}
          onText={(host) => change({ host })}
        />
        <TextField
          label={texts.port}
          inputMode="numeric"
          error={errors['settings.port']}
          value={fields.port}
          maxLength={5}
          disabled={isDisabled}
          onText={(port) => change(withPort(fields, port))}
        />
      </div>
      <SelectField
        label={texts.tls}
        hint={fields.tls === 'opportunistic' ? texts.tlsHint : undefined}
        error={errors['settings.tls']}
        value={fields.tls}
        options={ENCRYPTIONS}
        isDisabled={isDisabled}
        onChange={(tls) => change(withTls(fields, tls))}
      />
      <SelectField
        label={texts.signIn}
        hint={fields.signIn === 'oauth2' ? texts.oauthHint : undefined}
        value={fields.signIn}
        options={SIGN_INS}
        isDisabled={isDisabled}
        onChange={(signIn) => change({ signIn })}
      />
      <SignIn {...props} />
    </>
  )
}

function SignIn(props: SmtpProps) {
  const { fields, first, errors, change, isStored, isDisabled } = props
  const isNeeded = isStored && needsSecrets(fields, first)
  const isOAuth = fields.signIn === 'oauth2'
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label={isOAuth ? texts.mailbox : texts.user}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={errors['settings.user']}
          value={fields.user}
          maxLength={1000}
          disabled={isDisabled}
          onText={(user) => change({ user })}
        />
        {!isOAuth && <Password {...props} isNeeded={isNeeded} />}
      </div>
      {isOAuth && (
        <OAuthPart
          fields={fields.oauth2}
          first={first.oauth2}
          errors={errors}
          change={(changes) => change({ oauth2: { ...fields.oauth2, ...changes } })}
          isStored={isStored && first.signIn === 'oauth2'}
          isDisabled={isDisabled}
        />
      )}
    </>
  )
}

type PasswordProps = SmtpProps & { isNeeded: boolean }

function Password({ fields, first, errors, change, isStored, isDisabled, isNeeded }: PasswordProps) {
  const error = errors['settings.password']
  const hasStored = isStored && first.signIn === 'password' && fields.user !== ''
  return (
    <PasswordField
      label={texts.password}
      // Browsers fill in no password of the dashboard.
      autoComplete="new-password"
      hint={hasStored ? (isNeeded ? texts.againPassword : texts.keepPassword) : undefined}
      error={error !== undefined && isNeeded ? texts.againPassword : error}
      value={fields.password}
      maxLength={1000}
      disabled={isDisabled}
      onText={(password) => change({ password })}
    />
  )
}

export const SMTP_ADVANCED = ['settings.provider']

export function SmtpAdvanced({ fields, errors, change, isDisabled }: SmtpProps) {
  return (
    <>
      <div className="divide-y divide-line">
        <SwitchRow
          label={texts.verifyCertificate}
          hint={texts.verifyCertificateHint}
          isOn={fields.verifyCertificate}
          isDisabled={isDisabled}
          onChange={(verifyCertificate) => change({ verifyCertificate })}
        />
        <SwitchRow
          label={texts.sign}
          hint={texts.signHint}
          isOn={fields.sign}
          isDisabled={isDisabled}
          onChange={(sign) => change({ sign })}
        />
      </div>
      <SelectField
        label={texts.provider}
        hint={texts.providerHint}
        error={errors['settings.provider']}
        value={fields.provider}
        options={PROVIDERS}
        isDisabled={isDisabled}
        onChange={(provider) => change({ provider })}
      />
    </>
  )
}
