import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { keyListQuery } from '../../api/keys.ts'
import type { Key } from '../../api/keys.ts'
import { totalOf } from '../../api/client/lists.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Card, Page, PageBody } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { ShowMore } from '../../patterns/list/show-more.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { keyColumns } from './key-columns.tsx'
import { KeySamples } from './key-samples.tsx'
import { keys as texts } from './keys.texts.ts'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/keys')

type Asked = { key: Key; to: 'rotate' | 'revoke' }

export function KeysPage() {
  const { api, may } = useProject()
  const { create } = route.useSearch()
  const setSearch = route.useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const list = useInfiniteQuery(keyListQuery(api))
  const rows = list.data?.pages.flatMap((page) => page.keys) ?? []
  const total = totalOf(list.data)
  const isAllowed = may('admin')
  const columns = keyColumns({
    isAllowed,
    onRotate: (key) => setAsked({ key, to: 'rotate' }),
    onRevoke: (key) => setAsked({ key, to: 'revoke' }),
  })
  const close = () => setAsked(undefined)
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : texts.count(total)}
      actions={
        <>
          <ShowAsCurl calls={[{ name: curlTexts.names.list, path: '/keys' }]} />
          <Button
            look="primary"
            icon={<Plus />}
            disabled={!isAllowed}
            onClick={() => void setSearch({ search: { create: 'true' } })}
          >
            {texts.create}
          </Button>
        </>
      }
    >
      <PageBody>
        <RoleNotice needs="admin" />
        <Card isFlush>
          {list.isPending && <RowSkeletons />}
          {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
          {list.isSuccess && rows.length === 0 && (
            <EmptyState icon={<KeyRound />} title={texts.empty.title}>
              {texts.empty.text}
            </EmptyState>
          )}
          {rows.length > 0 && (
            <PlainTable label={texts.list} columns={columns} rows={rows} idOf={({ id }) => id} />
          )}
          <ShowMore list={list} />
        </Card>
        <Card title={texts.use.title}>
          <p className="mb-3 text-sm text-soft">{texts.use.text}</p>
          <KeySamples />
        </Card>
      </PageBody>
      <CreateKeyDialog
        isOpen={create === 'true' && isAllowed}
        onClose={() => void setSearch({ search: {}, replace: true })}
      />
      <RotateKeyDialog subject={asked?.to === 'rotate' ? asked.key : undefined} onClose={close} />
      <RevokeKeyDialog subject={asked?.to === 'revoke' ? asked.key : undefined} onClose={close} />
    </Page>
  )
}
