import { UserPlus } from 'lucide-react'
import { InvitationCreate } from '../../../../src/features/accounts/members/members.schema.ts'
import type { Role } from '../../api/accounts/account.ts'
import { invite } from '../../api/accounts/members.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { CopyTextButton } from '../../components/copy-button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { roles } from '../../patterns/role/roles.texts.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { grantableRoles } from './member-columns.tsx'
import { memberTexts } from './settings.texts.ts'

const texts = memberTexts.invite

export function InviteCard() {
  const { may } = useProject()
  const form = useSchemaForm(InvitationCreate, { email: '', role: 'member' as Role })
  const create = useChange({
    call: invite,
    refreshes: ['/invitations'],
    form,
    onSuccess: () => form.setValue('email', ''),
  })
  const role = form.watch('role') as Role
  return (
    <Card title={texts.title}>
      <p className="mb-3 text-sm text-soft">{texts.text}</p>
      <form
        noValidate
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto]"
        onSubmit={form.submit(create.mutate)}
      >
        <TextField label={texts.email} type="email" autoComplete="off" {...form.field('email')} />
        <SelectField
          label={texts.role}
          hint={roles.meanings[role]}
          value={role}
          options={grantableRoles(may)}
          onChange={(chosen) => form.setValue('role', chosen)}
        />
        <div className="sm:pt-[27px]">
          <Button type="submit" look="primary" icon={<UserPlus />} isBusy={create.isPending}>
            {texts.submit}
          </Button>
        </div>
      </form>
      {create.data && <NewInvitation of={create.data} />}
    </Card>
  )
}

function NewInvitation({ of: { email, link, emailed } }: { of: Awaited<ReturnType<typeof invite>> }) {
  return (
    <div role="status" className="mt-4 rounded-xl border border-line bg-sunken p-4 text-sm">
      <p className="font-medium">{texts.made(email)}</p>
      <p className="mt-0.5 text-soft">
        {emailed ? texts.emailed : texts.notEmailed} {texts.once}
      </p>
      {link !== null && (
        <div className="mt-3 flex items-center gap-2">
          <code
            aria-label={texts.link}
            className="min-w-0 grow truncate rounded-lg border border-line bg-panel px-3 py-1.5 font-mono text-xs"
          >
            {link}
          </code>
          <CopyTextButton text={link} label={texts.copy} />
        </div>
      )}
    </div>
  )
}
