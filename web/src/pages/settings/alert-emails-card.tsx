import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountQuery } from '../../api/accounts/account.ts'
import type { Account } from '../../api/accounts/account.ts'
import { changeMembership } from '../../api/accounts/members.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { Card } from '../../components/page.tsx'
import { accountTexts } from './settings.texts.ts'

const { alerts: texts } = accountTexts

/** Whether the person gets emails about alerts of this project. */
export function AlertEmailsCard() {
  const { account: loaded, project } = useProject()
  const router = useRouter()
  // The context of the route changes only after the answer.
  const { data: account = loaded } = useQuery(accountQuery)
  const withChoice = (alertEmails: boolean): Account => ({
    ...account,
    projects: account.projects.map((one) => (one.id === project.id ? { ...one, alertEmails } : one)),
  })
  const save = useChange({
    call: async (_api, alertEmails: boolean) =>
      withChoice((await changeMembership(project.id, { alertEmails })).alertEmails),
    record: accountQuery,
    expected: withChoice,
    onSuccess: () => router.invalidate(),
  })
  const own = account.projects.find(({ id }) => id === project.id)
  return (
    <Card title={texts.title}>
      <SwitchRow
        label={texts.label}
        hint={texts.hint}
        isOn={own?.alertEmails ?? true}
        onChange={(isOn) => save.mutate(isOn)}
      />
    </Card>
  )
}
