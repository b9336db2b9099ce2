import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, TicketPercent, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { couponCodesQuery, couponListQuery } from '../../api/content/coupons.ts'
import type { CouponCode, CouponList } from '../../api/content/coupons.ts'
import { useDialogParam } from '../../app/page-search.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Copyable } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { AddCodesForm } from './add-codes-form.tsx'
import { DeleteCouponListDialog, RenameCouponListDialog } from './coupon-list-dialogs.tsx'
import { couponTexts } from './coupon-lists.texts.ts'
import { variableOf } from './coupon-variable.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/coupon-lists/$listId')
const { codes: texts, adding, renaming, deleting, calls } = couponTexts

export function CouponListPage() {
  const { api } = useProject()
  const { listId } = route.useParams()
  const query = useQuery(couponListQuery(api, listId))
  if (!query.data) return <RecordUnavailable query={query} />
  return <CouponListView key={listId} couponList={query.data} />
}

const callsOf = ({ id }: CouponList) => [
  { name: calls.read, path: `/coupon-lists/${id}` },
  { name: calls.codes, path: `/coupon-lists/${id}/codes` },
  {
    name: calls.add,
    path: `/coupon-lists/${id}/codes`,
    method: 'POST' as const,
    body: { codes: ['SPRING-7H2K-QX'] },
  },
]

function CouponListView({ couponList }: { couponList: CouponList }) {
  const { api } = useProject()
  const { q: search, status } = route.useSearch()
  const list = useList(couponCodesQuery(api, couponList.id, { search, status }), 'codes')
  const { key, codes } = couponList
  return (
    <ListPage
      texts={{ ...texts, title: couponList.name }}
      list={list}
      calls={callsOf(couponList)}
      actions={
        <>
          <DownloadReport
            name={`coupons-${key}`}
            path={`/coupon-lists/${couponList.id}/report`}
            query={{ search, status }}
          />
          <ListActions couponList={couponList} />
        </>
      }
      create={{ label: adding.button, texts: adding, Form: AddCodes }}
      isFiltered={search !== undefined || status !== undefined}
      toolbar={
        <>
          <ListSearch label={texts.search} />
          <ListFilter label={texts.status} param="status" names={texts.statuses} />
          <span className="tabular text-sm text-soft" role="status">
            {texts.figures(codes)}
          </span>
          <span className="flex min-w-0 items-center gap-1.5 text-sm text-soft">
            {texts.variable}
            <Copyable text={variableOf(key)} label={couponTexts.copyVariable(key)} />
          </span>
          <RoleNotice needs="member" />
        </>
      }
      empty={<EmptyState icon={<TicketPercent />} texts={texts.empty} />}
      table={{ columns: COLUMNS, nameOf: ({ code }) => code }}
    />
  )
}

function AddCodes({ onClose }: { onClose: () => void }) {
  const { listId } = route.useParams()
  return <AddCodesForm listId={listId} onClose={onClose} />
}

function ListActions({ couponList }: { couponList: CouponList }) {
  const { may } = useProject()
  const [isRenaming, setIsRenaming] = useState(false)
  const removing = useDialogParam('delete', 'admin')
  return (
    <>
      {may('member') && (
        <Button icon={<Pencil />} onClick={() => setIsRenaming(true)}>
          {renaming.button}
        </Button>
      )}
      {removing.isAllowed && (
        <Button look="danger" icon={<Trash2 />} onClick={removing.onOpen}>
          {deleting.button}
        </Button>
      )}
      <RenameCouponListDialog
        couponList={couponList}
        isOpen={isRenaming}
        onClose={() => setIsRenaming(false)}
      />
      <DeleteCouponListDialog couponList={couponList} isOpen={removing.isOpen} onClose={removing.onClose} />
    </>
  )
}

const COLUMNS: Column<CouponCode>[] = columnsOf(texts.columns, {
  code: {
    width: 'minmax(12rem, 1fr)',
    cell: ({ code }) => <code className="truncate font-mono text-xs">{code}</code>,
  },
  status: {
    width: '8rem',
    cell: ({ status }) => (
      <Badge tone={status === 'free' ? 'good' : 'neutral'}>{texts.statuses[status]}</Badge>
    ),
  },
  contact: { width: 'minmax(12rem, 2fr)', cell: (code) => <Owner of={code} /> },
  taken: {
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ takenAt }) => takenAt !== null && <Time at={takenAt} />,
  },
})

function Owner({ of: { status, contactId, email } }: { of: CouponCode }) {
  if (status === 'free') return null
  if (contactId === null) return <span className="text-soft">{texts.deletedContact}</span>
  return (
    <RecordLink kind="contact" id={contactId}>
      {email}
    </RecordLink>
  )
}
