import { TicketPercent } from 'lucide-react'
import { couponListsQuery } from '../../api/coupons.ts'
import type { CouponList } from '../../api/coupons.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Copyable } from '../../components/copy-button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { formatCount } from '../../format/number.ts'
import { Time } from '../../format/time.tsx'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { CouponListForm } from './coupon-list-form.tsx'
import { couponTexts as texts } from './coupon-lists.texts.ts'
import { variableOf } from './coupon-variable.ts'

const CALLS = [{ name: texts.calls.list, path: '/coupon-lists' }]

export function CouponListsPage() {
  const { api } = useProject()
  const list = useList(couponListsQuery(api), 'couponLists')
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      create={{ label: texts.create, texts: texts.form, Form: CouponListForm }}
      toolbar={<RoleNotice needs="member" />}
      empty={<EmptyState icon={<TicketPercent />} texts={texts.empty} />}
      table={{ columns: COLUMNS, nameOf: ({ name }) => name, opens: 'couponList' }}
    />
  )
}

const COLUMNS: Column<CouponList>[] = columnsOf(texts.columns, {
  name: {
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
  free: { width: '7rem', align: 'end', cell: ({ codes }) => formatCount(codes.free) },
  taken: { width: '7rem', align: 'end', cell: ({ codes }) => formatCount(codes.taken) },
  created: {
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
})
