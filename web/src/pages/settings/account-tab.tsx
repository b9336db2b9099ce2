import { useMutation } from '@tanstack/react-query'
import { PasswordChange } from '../../../../src/features/accounts/sign-in/auth.schema.ts'
import { changePassword } from '../../api/accounts/account.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { PasswordField } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { AlertEmailsCard } from './alert-emails-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { accountTexts as texts } from './settings.texts.ts'

export function AccountTab() {
  const { may } = useProject()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <ProfileCard />
        {may('admin') && <AlertEmailsCard />}
        <SecondFactorCard />
      </div>
      <PasswordCard />
      <div className="min-w-0 lg:col-span-2">
        <SessionsCard />
      </div>
    </div>
  )
}

const EMPTY = { currentPassword: '', newPassword: '' }

function PasswordCard() {
  const { account } = useProject()
  const form = useSchemaForm(PasswordChange, EMPTY)
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset(EMPTY)
      toast.good(texts.password.done)
    },
    onError: (error) => form.showServerErrors(error),
  })
  return (
    <Card title={texts.password.title}>
      <p className="mb-3 text-sm text-soft">{texts.password.text}</p>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(change.mutate)}>
        {/* Tells password managers the user name. */}
        <input type="hidden" autoComplete="username" value={account.user.email} readOnly />
        <PasswordField
          label={texts.password.current}
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label={texts.password.next}
          hint={texts.password.hint}
          autoComplete="new-password"
          {...form.field('newPassword')}
        />
        {change.isError && <ErrorNotice error={change.error} />}
        <div className="flex justify-end">
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {texts.password.submit}
          </Button>
        </div>
      </form>
    </Card>
  )
}
