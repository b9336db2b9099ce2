import { KeyRound, TriangleAlert } from 'lucide-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { keyListQuery, revokeKey, rotateKey } from '../../api/project/keys.ts'
import type { Key } from '../../api/project/keys.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Card, Page, PageBody, Toolbar } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { keyColumns } from './key-columns.tsx'
import { KeySamples } from './key-samples.tsx'
import { keys as texts } from './keys.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { CreateButton } from '../../patterns/list-page/list-page.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { PlainList } from '../../patterns/list/plain-list.tsx'
import { useDialogParam, usePageSearch } from '../../app/page-search.ts'
import { useChange } from '../../app/use-change.ts'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Time, formatExact } from '../../format/time.tsx'
import { RotateDialog } from '../../patterns/secret/rotate-dialog.tsx'
import { NewKey } from './new-key.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/keys')

type KeyAction = { key: Key; to: 'rotate' | 'revoke' }

export function KeysPage() {
  const { api, may } = useProject()
  const creating = useDialogParam('create', 'admin')
  const [pending, setPending] = useState<KeyAction>()
  const { q: search, sort } = route.useSearch()
  const { clear } = usePageSearch()
  const filter = { search, sort }
  const list = useList(keyListQuery(api, filter), 'keys')
  const { total } = list
  const isAllowed = may('admin')
  const columns = keyColumns({
    isAllowed,
    onRotate: (key) => setPending({ key, to: 'rotate' }),
    onRevoke: (key) => setPending({ key, to: 'revoke' }),
  })
  const close = () => setPending(undefined)
  return (
    <Page
      title={texts.title}
      subtitle={
        total === undefined ? undefined : (search === undefined ? texts.count : listTexts.matching)(total)
      }
      actions={
        <>
          <ShowAsCurl calls={[{ name: curlTexts.names.list, path: '/keys', query: filter }]} />
          <CreateButton label={texts.create} needs="admin" />
        </>
      }
    >
      <Toolbar>
        <ListSearch label={listTexts.searchByName} maxLength={100} />
      </Toolbar>
      <PageBody>
        <RoleNotice needs="admin" />
        <Card isFlush>
          <PlainList
            label={texts.list}
            list={list}
            columns={columns}
            empty={
              search === undefined ? (
                <EmptyState icon={<KeyRound />} texts={texts.empty} />
              ) : (
                <NothingFound texts={listTexts.nothing} onClear={clear} />
              )
            }
          />
        </Card>
        <Card title={texts.use.title}>
          <p className="mb-3 text-sm text-soft">{texts.use.text}</p>
          <KeySamples />
        </Card>
      </PageBody>
      <CreateKeyDialog isOpen={creating.isOpen} onClose={creating.onClose} />
      <RotateKeyDialog subject={pending?.to === 'rotate' ? pending.key : undefined} onClose={close} />
      <RevokeKeyDialog subject={pending?.to === 'revoke' ? pending.key : undefined} onClose={close} />
    </Page>
  )
}

function RevokeKeyDialog({ subject, onClose }: { subject: Key | undefined; onClose: () => void }) {
  const revoke = useChange({
    call: revokeKey,
    done: texts.revoking.done,
    refreshes: ['/keys'],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={texts.revoking.title(subject?.name ?? '')}
      description={texts.revoking.text}
      submit={texts.revoking.submit}
      isOpen={subject !== undefined}
      isBusy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => subject && revoke.mutate(subject.id)}
    >
      {subject && <LastUse of={subject} />}
    </ConfirmDialog>
  )
}

function LastUse({ of: { lastUsedAt } }: { of: Key }) {
  if (lastUsedAt === null) return <p className="text-sm text-soft">{texts.revoking.unused}</p>
  return (
    <p className="flex items-start gap-2.5 rounded-xl bg-warn-soft p-3 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <strong className="block font-medium">
          {texts.revoking.used} <Time at={lastUsedAt} />
        </strong>
        {texts.revoking.usedText}
      </span>
    </p>
  )
}

function RotateKeyDialog({ subject, onClose }: { subject: Key | undefined; onClose: () => void }) {
  return (
    <RotateDialog
      title={texts.rotating.title(subject?.name ?? '')}
      texts={texts.rotating}
      secretTitle={texts.shown.title}
      isOpen={subject !== undefined}
      onClose={onClose}
      call={(api, graceSeconds) => rotateKey(api, subject?.id ?? '', graceSeconds)}
      refreshes={['/keys']}
      secretOf={({ answer, graceSeconds, close }) => (
        <NewKey secret={answer.key} kind={answer.kind} onDone={close}>
          <p className="mt-3 text-sm text-soft">
            {graceSeconds === 0
              ? texts.shown.oldEnded
              : `${texts.shown.old} ${formatExact(answer.replaces.expiresAt)}.`}
          </p>
        </NewKey>
      )}
    />
  )
}
