import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { InvitationAccept } from '../../../../src/features/accounts/members/members.schema.ts'
import { acceptInvitation } from '../../api/accounts/account.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { PasswordField, TextField } from '../../components/forms/field.tsx'
import { AuthCard } from '../../patterns/auth-card.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ProviderButton } from '../../app/sign-in/provider-button.tsx'
import { invite as texts } from './invite.texts.ts'

const route = getRouteApi('/invite/$token')

export function InvitePage() {
  const { token } = route.useParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useSchemaForm(InvitationAccept, { token, name: '', password: '' })
  const accept = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: async () => {
      queryClient.clear()
      await navigate({ to: '/app', replace: true })
    },
    onError: (error) => form.showServerErrors(error),
  })
  const isAtFields = accept.error instanceof ApiError && accept.error.fields.length > 0
  return (
    <AuthCard title={texts.title} heading={texts.heading} text={texts.text}>
      <ProviderButton />
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(accept.mutate)}>
        <TextField
          label={texts.name}
          autoComplete="name"
          {...form.field('name', { setValueAs: (text: string) => text.trim() || undefined })}
        />
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          hint={texts.passwordHint}
          {...form.field('password')}
        />
        {accept.isError && !isAtFields && <ErrorNotice error={accept.error} />}
        <Button type="submit" look="primary" isBusy={accept.isPending}>
          {texts.submit}
        </Button>
      </form>
    </AuthCard>
  )
}
