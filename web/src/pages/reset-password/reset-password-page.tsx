// The page behind the link of the email. A link that was used or has expired leads to a new one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PasswordResetComplete } from '../../../../src/features/accounts/password-reset/password-reset.schema.ts'
import { completePasswordReset, passwordResetQuery } from '../../api/accounts/account.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { PasswordField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { formatClock } from '../../format/time.tsx'
import { AuthCard } from '../../patterns/auth-card.tsx'
import { resetTexts as texts } from './reset-password.texts.ts'

const route = getRouteApi('/reset-password/$token')

const isInvalid = (error: unknown) => error instanceof ApiError && [403, 422].includes(error.status)

export function ResetPasswordPage() {
  const { token } = route.useParams()
  const reset = useQuery(passwordResetQuery(token))
  if (isInvalid(reset.error)) return <InvalidLink />
  return (
    <AuthCard
      title={texts.title}
      heading={texts.heading}
      text={reset.data ? texts.text(reset.data.email) : undefined}
    >
      {reset.isPending && <Skeleton className="h-40" />}
      {reset.isError && <ErrorNotice error={reset.error} onRetry={() => void reset.refetch()} />}
      {reset.data && <PasswordForm token={token} {...reset.data} />}
    </AuthCard>
  )
}

function PasswordForm({ token, email, expiresAt }: { token: string; email: string; expiresAt: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useSchemaForm(PasswordResetComplete, { token, newPassword: '' })
  const complete = useMutation({
    mutationFn: completePasswordReset,
    onSuccess: async () => {
      queryClient.clear()
      await navigate({ to: '/sign-in', search: { notice: 'password-changed' }, replace: true })
    },
    onError: (error) => {
      form.showServerErrors(error)
      // It was used or has expired meanwhile: the page says so.
      if (error instanceof ApiError && error.status === 403) {
        void queryClient.resetQueries(passwordResetQuery(token))
      }
    },
  })
  const isAtFields = complete.error instanceof ApiError && complete.error.fields.length > 0
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(complete.mutate)}>
      {/* Tells password managers the user name. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      {complete.isError && !isAtFields && <ErrorNotice error={complete.error} />}
      <Button type="submit" look="primary" isBusy={complete.isPending}>
        {texts.submit}
      </Button>
      <p className="text-center text-xs text-soft">
        {texts.validFor} <time dateTime={expiresAt}>{formatClock(expiresAt)}</time>
      </p>
    </form>
  )
}

function InvalidLink() {
  return (
    <AuthCard title={texts.title} heading={texts.invalid.heading} text={texts.invalid.text}>
      <div className="flex flex-col gap-2">
        <Link to="/forgot-password" className={buttonClass({ look: 'primary' })}>
          {texts.invalid.again}
        </Link>
        <Link to="/sign-in" className={buttonClass({ look: 'quiet' })}>
          {texts.invalid.signIn}
        </Link>
      </div>
    </AuthCard>
  )
}
