import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { keyListQuery } from '../../api/keys.ts'
import type { Key } from '../../api/keys.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Card, Page, PageBody } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { keyColumns } from './key-columns.tsx'
import { KeySamples } from './key-samples.tsx'
import { keys as texts } from './keys.texts.ts'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { CreateButton } from '../../patterns/list-page/list-page.tsx'
import { PlainList } from '../../patterns/list/plain-list.tsx'
import { useDialogParam } from '../../app/page-search.ts'

type KeyAction = { key: Key; to: 'rotate' | 'revoke' }

export function KeysPage() {
  const { api, may } = useProject()
  const creating = useDialogParam('create', 'admin')
  const [pending, setPending] = useState<KeyAction>()
  const list = useList(keyListQuery(api), 'keys')
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
      subtitle={total === undefined ? undefined : texts.count(total)}
      actions={
        <>
          <ShowAsCurl calls={[{ name: curlTexts.names.list, path: '/keys' }]} />
          <CreateButton label={texts.create} needs="admin" />
        </>
      }
    >
      <PageBody>
        <RoleNotice needs="admin" />
        <Card isFlush>
          <PlainList
            label={texts.list}
            list={list}
            columns={columns}
            empty={<EmptyState icon={<KeyRound />} texts={texts.empty} />}
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
