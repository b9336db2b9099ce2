// The page behind the link of the first start: creates the owner and opens the welcome page.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Setup } from '../../../../src/features/accounts/accounts.schema.ts'
import { accountQuery, setUp } from '../../api/accounts/account.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { PasswordField, TextField } from '../../components/forms/field.tsx'
import { TIME_ZONES } from '../../components/forms/time-zones.ts'
import { AuthCard } from '../../patterns/auth-card.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { setupTexts as texts } from './setup.texts.ts'

const route = getRouteApi('/setup/$token')

/** The token is unknown, used or too old, or the owner exists already. */
const isLinkInvalid = (error: unknown) =>
  error instanceof ApiError &&
  ([401, 403, 404, 409, 410].includes(error.status) || error.code === 'INVALID_STATE')

export function SetupPage() {
  const { token } = route.useParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useSchemaForm(Setup, {
    token,
    name: '',
    email: '',
    password: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const create = useMutation({
    mutationFn: setUp,
    onSuccess: async () => {
      queryClient.clear()
      const { projects } = await queryClient.ensureQueryData(accountQuery)
      const projectId = projects[0]?.id
      await (projectId === undefined
        ? navigate({ to: '/app', replace: true })
        : navigate({ to: '/app/p/$projectId/welcome', params: { projectId }, replace: true }))
    },
    onError: (error) => form.showServerErrors(error),
  })
  if (isLinkInvalid(create.error)) return <InvalidLink />
  return (
    <AuthCard title={texts.title} heading={texts.welcome} text={texts.text}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(create.mutate)}>
        <TextField label={texts.name} autoComplete="name" {...form.field('name')} />
        <TextField
          label={texts.email}
          type="email"
          autoComplete="username"
          hint={texts.emailHint}
          {...form.field('email')}
        />
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          hint={texts.passwordHint}
          {...form.field('password')}
        />
        <TextField
          label={texts.timezone}
          hint={texts.timezoneHint}
          suggestions={TIME_ZONES}
          autoComplete="off"
          {...form.field('timezone', { setValueAs: (text: string) => text.trim() || undefined })}
        />
        {create.isError && !(create.error instanceof ApiError && create.error.fields.length > 0) && (
          <ErrorNotice error={create.error} />
        )}
        <Button type="submit" look="primary" isBusy={create.isPending}>
          {texts.submit}
        </Button>
      </form>
    </AuthCard>
  )
}

function InvalidLink() {
  return (
    <AuthCard title={texts.title} heading={texts.used.title} text={texts.used.text}>
      <Link to="/sign-in" className={buttonClass({ look: 'primary' })}>
        {texts.used.signIn}
      </Link>
    </AuthCard>
  )
}
