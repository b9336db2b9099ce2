import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SignIn, TotpCode } from '../../../../src/features/accounts/sign-in/auth.schema.ts'
import { signIn, verifyCode } from '../../api/accounts/account.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../components/forms/button.tsx'
import { PasswordField, TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { signInTexts as texts } from './sign-in.texts.ts'

type SignInFormProps = { email?: string; onSignedIn: () => void; onLeave?: () => void }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function SignInForm(props: SignInFormProps) {
  const [needsCode, setNeedsCode] = useState(false)
  return needsCode ? (
    <CodeForm {...props} />
  ) : (
    <PasswordForm {...props} onCodeNeeded={() => setNeedsCode(true)} />
  )
}

function PasswordForm({
  email = '',
  onSignedIn,
  onLeave,
  onCodeNeeded,
}: SignInFormProps & { onCodeNeeded: () => void }) {
  const form = useSchemaForm(SignIn, { email, password: '' })
  const submit = useMutation({
    mutationFn: signIn,
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect === true ? onCodeNeeded() : onSignedIn()),
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(submit.mutate)}>
      <TextField label={texts.email} type="email" autoComplete="username" {...form.field('email')} />
      <PasswordField label={texts.password} autoComplete="current-password" {...form.field('password')} />
      <SignInError error={submit.error} />
      <Actions label={texts.submit} isBusy={submit.isPending} onLeave={onLeave} />
    </form>
  )
}

function CodeForm({ onSignedIn, onLeave }: SignInFormProps) {
  const form = useSchemaForm(TotpCode, { code: '' })
  const submit = useMutation({ mutationFn: verifyCode, onSuccess: onSignedIn })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit(({ code }) => submit.mutate(code))(event)}
    >
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
      <SignInError error={submit.error} />
      <Actions label={texts.submit} isBusy={submit.isPending} onLeave={onLeave} />
    </form>
  )
}

function SignInError({ error }: { error: unknown }) {
  if (error === null) return null
  const suggestion = error instanceof ApiError ? error.suggestion : undefined
  return (
    <div role="alert" className="text-sm">
      <p className="font-medium text-bad">{messageOf(error)}</p>
      {suggestion !== undefined && <p className="mt-1 text-xs text-soft">{suggestion}</p>}
    </div>
  )
}

type ActionsProps = { label: string; isBusy: boolean; onLeave: (() => void) | undefined }

function Actions({ label, isBusy, onLeave }: ActionsProps) {
  return (
    <div className="mt-1 flex flex-col gap-2">
      <Button type="submit" look="primary" isBusy={isBusy}>
        {label}
      </Button>
      {onLeave && (
        <Button look="quiet" onClick={onLeave}>
          {texts.leave}
        </Button>
      )}
    </div>
  )
}
