import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { CouponListCreate } from '../../../../src/features/coupons/coupons.schema.ts'
import { couponKeysQuery, createCouponList } from '../../api/content/coupons.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { NameAndKeyFields } from '../../patterns/record/name-and-key-fields.tsx'
import { couponTexts } from './coupon-lists.texts.ts'

const { form: texts } = couponTexts

type Fields = z.input<typeof CouponListCreate>

/** Leads to the new list, where its codes are added. */
export function CouponListForm({ onClose }: { onClose: () => void }) {
  const { api } = useProject()
  const { open } = useRecordPages()
  const { data: taken = [] } = useQuery(couponKeysQuery(api))
  const form = useSchemaForm<Fields, Fields>(CouponListCreate, { key: '', name: '' })
  const save = useChange({
    call: createCouponList,
    done: texts.created,
    refreshes: ['/coupon-lists'],
    form,
    showsError: true,
    onSuccess: ({ id }) => open('couponList', id),
  })
  return (
    <DialogForm
      submit={texts.create}
      isBusy={save.isPending}
      onSubmit={form.submit(save.mutate)}
      onCancel={onClose}
    >
      <NameAndKeyFields
        texts={texts}
        name={form.field('name')}
        keyField={form.field('key')}
        setKey={(key) => form.setValue('key', key)}
        taken={taken}
      />
      {save.isError && <ErrorNotice error={save.error} />}
    </DialogForm>
  )
}
