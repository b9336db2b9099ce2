import { getRouteApi } from '@tanstack/react-router'
import { Ban, FileUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { suppressionListQuery, removeSuppression } from '../../api/audience/suppressions.ts'
import type { Suppression, SuppressionReason } from '../../api/audience/suppressions.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { AddSuppressionsForm } from './add-suppressions-form.tsx'
import { ImportSuppressionsDialog } from './import-suppressions-dialog.tsx'
import { suppressions as texts } from './suppressions.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListSearch, ListFilter } from '../../patterns/list/list-filters.tsx'
import { useDialogParam } from '../../app/page-search.ts'
import { useChange } from '../../app/use-change.ts'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { DayTime, Time } from '../../format/time.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/suppressions')

export function SuppressionsPage() {
  const { api, may } = useProject()
  const { q: search, sort, reason } = route.useSearch()
  const [removing, setRemoving] = useState<Suppression>()
  const importing = useDialogParam('import')
  const list = useList(suppressionListQuery(api, { search, sort, reason }), 'suppressions')
  const isAllowed = may('member')
  const columns = useMemo(() => suppressionColumns({ isAllowed, onRemove: setRemoving }), [isAllowed])
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={[{ name: curlTexts.names.list, path: '/suppressions', query: { search, sort, reason } }]}
      actions={
        isAllowed && (
          <Button icon={<FileUp />} onClick={importing.onOpen}>
            {texts.import}
          </Button>
        )
      }
      create={{ label: texts.add, texts: texts.adding, Form: AddSuppressionsForm }}
      isFiltered={search !== undefined || reason !== undefined}
      toolbar={
        <>
          <ListSearch label={texts.search} />
          <ListFilter label={texts.reason} param="reason" names={texts.reasons} />
          <RoleNotice needs="member" />
        </>
      }
      empty={<EmptyState icon={<Ban />} texts={texts.empty} />}
      table={{ columns, nameOf: ({ email }) => email }}
    >
      <ImportSuppressionsDialog isOpen={importing.isOpen} onClose={importing.onClose} />
      <RemoveSuppressionDialog subject={removing} onClose={() => setRemoving(undefined)} />
    </ListPage>
  )
}

type Props = { subject: Suppression | undefined; onClose: () => void }

/** Warns by reason: most addresses are suppressed for a good one. */
function RemoveSuppressionDialog({ subject, onClose }: Props) {
  const remove = useChange({
    call: removeSuppression,
    done: texts.removing.done,
    refreshes: ['/suppressions'],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={texts.removing.title(subject?.email ?? '')}
      description={subject && texts.warnings[subject.reason]}
      cancel={texts.removing.cancel}
      submit={texts.removing.submit}
      look={subject?.reason === 'manual' ? 'primary' : 'destroy'}
      isOpen={subject !== undefined}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => subject && remove.mutate(subject.id)}
    />
  )
}

const TONES: Record<SuppressionReason, Tone> = {
  hard_bounce: 'bad',
  complaint: 'bad',
  soft_bounces: 'warn',
  manual: 'neutral',
}

type Actions = { isAllowed: boolean; onRemove: (suppression: Suppression) => void }

function suppressionColumns({ isAllowed, onRemove }: Actions): Column<Suppression>[] {
  const { columns } = texts
  return columnsOf(columns, {
    email: {
      sort: 'email',
      width: 'minmax(15rem, 2fr)',
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    reason: {
      width: '12rem',
      cell: ({ reason }) => <Badge tone={TONES[reason]}>{texts.reasons[reason]}</Badge>,
    },
    source: {
      width: 'minmax(7rem, 1fr)',
      isSoft: true,
      cell: ({ source }) => source,
    },
    since: {
      sort: 'createdAt',
      width: '8rem',
      isSoft: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    until: {
      width: '8rem',
      isSoft: true,
      cell: ({ expiresAt }) => (expiresAt === null ? texts.forever : <DayTime at={expiresAt} />),
    },
    actions: {
      width: '7rem',
      align: 'end',
      cell: (suppression) => (
        <Button
          size="small"
          disabled={!isAllowed}
          aria-label={texts.removeOne(suppression.email)}
          onClick={() => onRemove(suppression)}
        >
          {texts.remove}
        </Button>
      ),
    },
  })
}
