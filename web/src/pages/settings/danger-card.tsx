// Actions that cannot be undone. Each asks for confirmation.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { accountQuery } from '../../api/accounts/account.ts'
import { removeMember } from '../../api/accounts/members.ts'
import { removeSampleData } from '../../api/overview.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Card } from '../../components/page.tsx'
import { dangerTexts as texts } from './settings.texts.ts'

export function DangerCard() {
  const { may } = useProject()
  if (!may('member')) return null
  return (
    <Card title={texts.title}>
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
    done: texts.sample.done,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [api.projectId] }),
  })
  return <DangerousAction words={texts.sample} isBusy={remove.isPending} onConfirm={() => remove.mutate()} />
}

function Leave() {
  const { account } = useProject()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = useChange({
    call: (api) => removeMember(api, account.user.id),
    done: texts.leave.done,
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 })
      await navigate({ to: '/app' })
    },
  })
  return <DangerousAction words={texts.leave} isBusy={leave.isPending} onConfirm={() => leave.mutate()} />
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
