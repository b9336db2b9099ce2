import { TicketPercent } from 'lucide-react'
import { couponListsQuery } from '../../api/content/coupons.ts'
import type { CouponList } from '../../api/content/coupons.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Copyable } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { formatCount } from '../../format/number.ts'
import { Time } from '../../format/time.tsx'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useWholeList } from '../../patterns/list/use-whole-list.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { CouponListForm } from './coupon-list-form.tsx'
import { couponTexts as texts } from './coupon-lists.texts.ts'
import { variableOf } from './coupon-variable.ts'

const CALLS = [{ name: texts.calls.list, path: '/coupon-lists' }]

const SEARCH = {
  textOf: ({ name, key }: CouponList) => `${name} ${key}`,
  sorts: {
    name: ({ name }: CouponList) => name,
    free: ({ codes }: CouponList) => codes.free,
    taken: ({ codes }: CouponList) => codes.taken,
    createdAt: ({ createdAt }: CouponList) => createdAt,
  },
}

export function CouponListsPage() {
  const { api } = useProject()
  const list = useWholeList(couponListsQuery(api), 'couponLists', SEARCH)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      create={{ label: texts.create, texts: texts.form, Form: CouponListForm }}
      toolbar={
        <>
          <ListSearch label={listTexts.searchByName} maxLength={100} />
          <RoleNotice needs="member" />
        </>
      }
      empty={<EmptyState icon={<TicketPercent />} texts={texts.empty} />}
      table={{ columns: COLUMNS, nameOf: ({ name }) => name, opens: 'couponList' }}
    />
  )
}

const COLUMNS: Column<CouponList>[] = columnsOf(texts.columns, {
  name: {
    sort: 'name',
    width: 'minmax(11rem, 2fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="couponList" id={id}>
        {name}
      </RecordLink>
    ),
  },
  variable: {
    isWideOnly: true,
    width: 'minmax(14rem, 1fr)',
    cell: ({ key }) => <Copyable text={variableOf(key)} label={texts.copyVariable(key)} />,
  },
  free: { sort: 'free', width: '7rem', align: 'end', cell: ({ codes }) => formatCount(codes.free) },
  taken: { sort: 'taken', width: '7rem', align: 'end', cell: ({ codes }) => formatCount(codes.taken) },
  created: {
    sort: 'createdAt',
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
})
