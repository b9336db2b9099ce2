import { useQuery, useQueryClient } from '@tanstack/react-query'
import { projectQuery } from '../../api/project/project.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { ProjectForm } from './project-form.tsx'
import { dangerTexts, retentionTexts as texts } from './settings.texts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { accountQuery } from '../../api/accounts/account.ts'
import { removeMember } from '../../api/accounts/members.ts'
import { removeSampleData } from '../../api/project/overview.ts'
import { useChange } from '../../app/use-change.ts'
import { Button } from '../../components/forms/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'

export function ProjectTab() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(projectQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <RoleNotice needs="admin" />
      {data ? (
        <>
          <ProjectForm key={data.updatedAt} project={data} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <RetentionCard />
            <DangerCard />
          </div>
        </>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </>
  )
}

/** Read-only: the operator of the installation sets the retention. */
function RetentionCard() {
  const { retention } = useProject().account.instance
  return (
    <Card title={texts.title}>
      <p className="mb-3 text-sm text-soft">{texts.text}</p>
      <Facts
        facts={(['emailDays', 'contentDays', 'eventDays', 'executionDays'] as const).map((name) => [
          texts.names[name],
          texts.days(retention[name]),
        ])}
      />
    </Card>
  )
}

function DangerCard() {
  const { may } = useProject()
  if (!may('member')) return null
  return (
    <Card title={dangerTexts.title}>
      <ul className="divide-y divide-line">
        <SampleData />
        {may('admin') && <Leave />}
      </ul>
    </Card>
  )
}

function SampleData() {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const remove = useChange({
    call: removeSampleData,
    done: dangerTexts.sample.done,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [api.projectId] }),
  })
  return (
    <DangerousAction words={dangerTexts.sample} isBusy={remove.isPending} onConfirm={() => remove.mutate()} />
  )
}

function Leave() {
  const { account } = useProject()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = useChange({
    call: (api) => removeMember(api, account.user.id),
    done: dangerTexts.leave.done,
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 })
      await navigate({ to: '/app' })
    },
  })
  return (
    <DangerousAction words={dangerTexts.leave} isBusy={leave.isPending} onConfirm={() => leave.mutate()} />
  )
}

type DangerousActionProps = {
  words: { title: string; text: string; submit: string }
  isBusy: boolean
  onConfirm: () => void
}

function DangerousAction({ words, isBusy, onConfirm }: DangerousActionProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const close = () => setIsConfirming(false)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-60">
        <h3 className="text-sm font-medium">{words.title}</h3>
        <p className="text-xs text-soft">{words.text}</p>
      </div>
      <Button look="danger" isBusy={isBusy} onClick={() => setIsConfirming(true)}>
        {words.submit}
      </Button>
      <ConfirmDialog
        title={words.title}
        description={words.text}
        submit={words.submit}
        isOpen={isConfirming}
        onClose={close}
        onConfirm={() => {
          close()
          onConfirm()
        }}
      />
    </li>
  )
}
