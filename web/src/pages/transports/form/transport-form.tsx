// The form for adding and editing a transport.
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../api/client/api-error.ts'
import { PasswordField, TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { needsPassword, withPort, withTls } from './transport-fields.ts'
import type { TransportFields } from './transport-fields.ts'
import { transports } from './transports.texts.ts'
import { useTransportForm } from './use-transport-form.ts'
import type { FieldErrors } from './use-transport-form.ts'

const texts = transports.form
const ENCRYPTIONS = optionsOf(transports.encryptions)
const PROVIDERS = optionsOf(transports.providers)

type FormProps<Body> = {
  first: TransportFields
  parse: (fields: TransportFields) => z.ZodSafeParseResult<Body>
  submit: string
  /** Has values that the server keeps: the password, and the limits. */
  isStored?: boolean
  isBusy: boolean
  error: Error | null
  isDisabled?: boolean
  onSubmit: (body: Body) => void
  onCancel?: () => void
}

export function TransportForm<Body>(props: FormProps<Body>) {
  const { first, submit, isStored = false, isBusy, error, isDisabled = false, onCancel } = props
  const { fields, setFields, errors, isChanged, body, submit: check } = useTransportForm(props)
  const change = (changes: Partial<TransportFields>) => setFields((old) => ({ ...old, ...changes }))
  const parts = { fields, errors, change, isStored, isDisabled }
  const isPlaced = error instanceof ApiError && error.fields.length > 0
  return (
    <DialogForm
      submit={isDisabled ? undefined : submit}
      isBusy={isBusy}
      isDisabled={isStored && !isChanged}
      onSubmit={check}
      onCancel={onCancel}
    >
      <div ref={body} className="contents">
        <TextField
          label={texts.name}
          error={errors['name']}
          value={fields.name}
          maxLength={100}
          disabled={isDisabled}
          onText={(name) => change({ name })}
        />
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
            onText={(port) => setFields((old) => withPort(old, port))}
          />
        </div>
        <SelectField
          label={texts.tls}
          hint={fields.tls === 'opportunistic' ? texts.tlsHint : undefined}
          error={errors['settings.tls']}
          value={fields.tls}
          options={ENCRYPTIONS}
          isDisabled={isDisabled}
          onChange={(tls) => setFields((old) => withTls(old, tls))}
        />
        <SignIn {...parts} needsPassword={needsPassword(fields, first)} />
        <div className="rounded-xl border border-line px-3">
          <SwitchRow
            label={texts.isDefault}
            hint={texts.isDefaultHint}
            isOn={fields.isDefault}
            isDisabled={isDisabled}
            onChange={(isDefault) => change({ isDefault })}
          />
        </div>
        <Advanced {...parts} />
      </div>
      {error && !isPlaced && <ErrorNotice error={error} />}
    </DialogForm>
  )
}

type PartProps = {
  fields: TransportFields
  errors: FieldErrors
  change: (changes: Partial<TransportFields>) => void
  isStored: boolean
  isDisabled: boolean
}

type SignInProps = PartProps & { needsPassword: boolean }

function SignIn({ fields, errors, change, isStored, isDisabled, needsPassword: isNeeded }: SignInProps) {
  const again = fields.isOAuth ? texts.againOAuth : texts.againPassword
  const keep = fields.isOAuth ? texts.keepOAuth : texts.keepPassword
  const error = errors['settings.password']
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <TextField
        label={texts.user}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={errors['settings.user']}
        value={fields.user}
        maxLength={1000}
        disabled={isDisabled}
        onText={(user) => change({ user })}
      />
      <PasswordField
        label={texts.password}
        // Browsers fill in no password of the dashboard.
        autoComplete="new-password"
        hint={isStored && fields.user !== '' ? (isNeeded ? again : keep) : undefined}
        error={error !== undefined && isNeeded ? again : error}
        value={fields.password}
        maxLength={1000}
        disabled={isDisabled}
        onText={(password) => change({ password })}
      />
    </div>
  )
}

const ADVANCED = ['settings.provider', 'ratePerSecond', 'maxConnections']

function Advanced(props: PartProps) {
  const { fields, errors, change, isDisabled } = props
  const [isOpen, setIsOpen] = useState(false)
  const hasError = ADVANCED.some((name) => errors[name] !== undefined)
  return (
    <details
      open={isOpen || hasError}
      className="group rounded-xl border border-line px-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex cursor-default items-center gap-2 py-2.5 text-sm font-medium">
        <ChevronRight
          className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
          aria-hidden
        />
        {texts.advanced}
      </summary>
      <div className="flex flex-col gap-3 pb-3">
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
        <Limits {...props} />
      </div>
    </details>
  )
}

function Limits({ fields, errors, change, isStored, isDisabled }: PartProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        label={texts.rate}
        hint={isStored ? texts.rateStoredHint : texts.rateHint}
        inputMode="decimal"
        error={errors['ratePerSecond']}
        value={fields.ratePerSecond}
        maxLength={10}
        disabled={isDisabled}
        onText={(ratePerSecond) => change({ ratePerSecond })}
      />
      <TextField
        label={texts.connections}
        hint={isStored ? undefined : texts.connectionsHint}
        inputMode="numeric"
        error={errors['maxConnections']}
        value={fields.maxConnections}
        maxLength={5}
        disabled={isDisabled}
        onText={(maxConnections) => change({ maxConnections })}
      />
    </div>
  )
}
