// The form for adding and editing a transport. The fields of a type are in its part.
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../../api/client/api-error.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { DialogForm } from '../../../components/overlays/dialog.tsx'
import { isWithin } from './field-values.ts'
import type { PartProps } from './form-parts.ts'
import { MX_ADVANCED, MxAdvanced, MxPart } from './mx-part.tsx'
import { SES_ADVANCED, SesAdvanced, SesPart } from './ses-part.tsx'
import { SMTP_ADVANCED, SmtpAdvanced, SmtpPart } from './smtp-part.tsx'
import type { TransportFields } from './transport-fields.ts'
import { transports } from '../transports.texts.ts'
import { useTransportForm } from './use-transport-form.ts'

const texts = transports.form
const TYPES = optionsOf(transports.types)

type FormProps<Body> = {
  first: TransportFields
  parse: (fields: TransportFields) => z.ZodSafeParseResult<Body>
  submit: string
  /** Has values that the server keeps: its type, its secrets, and the limits. */
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
  const parts = { fields, first, errors, change, isStored, isDisabled }
  const { main, advanced, advancedNames } = partsOf(parts)
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
        {!isStored && (
          <SelectField
            label={texts.type}
            value={fields.type}
            options={TYPES}
            onChange={(type) => change({ type })}
          />
        )}
        {main}
        <div className="rounded-xl border border-line px-3">
          <SwitchRow
            label={texts.isDefault}
            hint={texts.isDefaultHint}
            isOn={fields.isDefault}
            isDisabled={isDisabled}
            onChange={(isDefault) => change({ isDefault })}
          />
        </div>
        <Advanced {...parts} names={advancedNames}>
          {advanced}
        </Advanced>
      </div>
      {error && !isPlaced && <ErrorNotice error={error} />}
    </DialogForm>
  )
}

type FormParts = PartProps<TransportFields>

/** The fields of the chosen type, and the names of those that are hidden at first. */
function partsOf({ fields, first, change, ...rest }: FormParts) {
  switch (fields.type) {
    case 'smtp': {
      const { smtp } = fields
      const changeSmtp = (changes: Partial<typeof smtp>) => change({ smtp: { ...smtp, ...changes } })
      const props = { ...rest, fields: smtp, first: first.smtp, change: changeSmtp }
      return {
        main: <SmtpPart {...props} />,
        advanced: <SmtpAdvanced {...props} />,
        advancedNames: SMTP_ADVANCED,
      }
    }
    case 'ses': {
      const { ses } = fields
      const changeSes = (changes: Partial<typeof ses>) => change({ ses: { ...ses, ...changes } })
      const props = { ...rest, fields: ses, first: first.ses, change: changeSes }
      return {
        main: <SesPart {...props} />,
        advanced: <SesAdvanced {...props} />,
        advancedNames: SES_ADVANCED,
      }
    }
    case 'mx': {
      const { mx } = fields
      const changeMx = (changes: Partial<typeof mx>) => change({ mx: { ...mx, ...changes } })
      const props = { ...rest, fields: mx, first: first.mx, change: changeMx }
      return {
        main: <MxPart {...props} />,
        advanced: <MxAdvanced {...props} />,
        advancedNames: MX_ADVANCED,
      }
    }
  }
}

const LIMITS = ['ratePerSecond', 'maxConnections']

type AdvancedProps = FormParts & { names: readonly string[]; children: ReactNode }

function Advanced({ names, children, ...props }: AdvancedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasError = Object.keys(props.errors).some((error) =>
    [...names, ...LIMITS].some((name) => isWithin(error, name)),
  )
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
        {children}
        <Limits {...props} />
      </div>
    </details>
  )
}

function Limits({ fields, errors, change, isStored, isDisabled }: FormParts) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
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
        label={fields.type === 'mx' ? texts.connectionsToReceiver : texts.connections}
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
