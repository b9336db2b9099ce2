import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PasswordResetRequest } from '../../../../src/features/accounts/password-reset/password-reset.schema.ts'
import { requestPasswordReset, signInMethodsQuery } from '../../api/accounts/account.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { AuthCard } from '../../patterns/auth-card.tsx'
import { forgotTexts as texts } from './reset-password.texts.ts'

export function ForgotPasswordPage() {
  const methods = useQuery(signInMethodsQuery)
  const form = useSchemaForm(PasswordResetRequest, { email: '' })
  const request = useMutation({
    mutationFn: requestPasswordReset,
    onError: (error) => form.showServerErrors(error),
  })
  if (request.isSuccess) {
    return (
      <AuthCard
        title={texts.title}
        heading={texts.sent.heading}
        text={texts.sent.text(request.variables.email)}
      >
        <div className="flex flex-col gap-2">
          <BackLink look="primary" />
          <Button look="quiet" onClick={() => request.reset()}>
            {texts.sent.again}
          </Button>
        </div>
        <Help />
      </AuthCard>
    )
  }
  if (methods.data?.passwordReset === 'command') return <ByCommand />
  const isAtFields = request.error instanceof ApiError && request.error.fields.length > 0
  return (
    <AuthCard title={texts.title} heading={texts.heading} text={texts.text}>
      {methods.isPending ? (
        <Skeleton className="h-40" />
      ) : (
        <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(request.mutate)}>
          <TextField label={texts.email} type="email" autoComplete="username" {...form.field('email')} />
          {request.isError && !isAtFields && <ErrorNotice error={request.error} />}
          <Button type="submit" look="primary" isBusy={request.isPending}>
            {texts.submit}
          </Button>
          <BackLink look="quiet" />
        </form>
      )}
      <Help />
    </AuthCard>
  )
}

function ByCommand() {
  return (
    <AuthCard title={texts.title} heading={texts.heading} text={texts.byCommand.text}>
      <Command />
      <p className="mt-3 mb-4 text-xs text-soft">{texts.byCommand.why}</p>
      <div className="flex flex-col">
        <BackLink look="primary" />
      </div>
    </AuthCard>
  )
}

const BackLink = ({ look }: { look: 'primary' | 'quiet' }) => (
  <Link to="/sign-in" className={buttonClass({ look })}>
    {texts.back}
  </Link>
)

const Help = () => (
  <div className="mt-5 border-t border-line pt-4 text-xs text-soft">
    <p className="mb-2">{texts.noEmail}</p>
    <Command />
  </div>
)

const Command = () => (
  <div className="flex items-center gap-2 rounded-lg bg-sunken py-1 pr-1 pl-3">
    <code className="min-w-0 grow font-mono text-xs break-words text-text">{texts.command}</code>
    <CopyButton text={texts.command} label={texts.copyCommand} />
  </div>
)
