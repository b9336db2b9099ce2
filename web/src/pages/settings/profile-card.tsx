import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { AccountPatch } from '../../../../src/features/accounts/accounts.schema.ts'
import { accountQuery, changeAccount } from '../../api/accounts/account.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { roles } from '../../patterns/role/roles.texts.ts'
import { accountTexts as texts } from './settings.texts.ts'

export function ProfileCard() {
  const { account, project } = useProject()
  const queryClient = useQueryClient()
  const router = useRouter()
  const form = useSchemaForm(AccountPatch, { name: account.user.name })
  const save = useMutation({
    mutationFn: changeAccount,
    onSuccess: async (changed) => {
      queryClient.setQueryData(accountQuery.queryKey, changed)
      form.reset({ name: changed.user.name })
      toast.good(texts.saved)
      await router.invalidate()
    },
    onError: (error) => form.showServerErrors(error),
  })
  return (
    <Card title={texts.you}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(save.mutate)}>
        <TextField label={texts.name} autoComplete="name" {...form.field('name')} />
        <Facts
          facts={[
            [texts.email, account.user.email],
            [texts.role, roles.names[project.role]],
          ]}
        />
        {save.isError && <ErrorNotice error={save.error} />}
        <div className="flex justify-end">
          <Button type="submit" isBusy={save.isPending} disabled={!form.formState.isDirty}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
