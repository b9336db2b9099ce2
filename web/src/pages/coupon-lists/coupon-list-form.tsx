import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CouponListCreate } from '../../../../src/features/coupons/coupons.schema.ts'
import { couponKeysQuery, createCouponList } from '../../api/coupons.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { proposedKey } from '../../format/proposed-key.ts'
import { couponTexts } from './coupon-lists.texts.ts'

const { form: texts } = couponTexts

type Fields = z.input<typeof CouponListCreate>

/** Leads to the new list, where its codes are added. */
export function CouponListForm({ onClose }: { onClose: () => void }) {
  const { api } = useProject()
  const { open } = useRecordPages()
  const { data: taken = [] } = useQuery(couponKeysQuery(api))
  const [hasOwnKey, setHasOwnKey] = useState(false)
  const form = useSchemaForm<Fields, Fields>(CouponListCreate, { key: '', name: '' })
  const save = useChange({
    call: createCouponList,
    done: texts.created,
    refreshes: ['/coupon-lists'],
    form,
    showsError: true,
    onSuccess: ({ id }) => open('couponList', id),
  })
  const name = form.field('name')
  const key = form.field('key')
  return (
    <DialogForm
      submit={texts.create}
      isBusy={save.isPending}
      onSubmit={form.submit(save.mutate)}
      onCancel={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        maxLength={100}
        autoComplete="off"
        {...name}
        onChange={(event) => {
          void name.onChange(event)
          if (!hasOwnKey) form.setValue('key', proposedKey(event.target.value, taken))
        }}
      />
      <TextField
        label={texts.key}
        hint={texts.keyHint}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        {...key}
        onChange={(event) => {
          void key.onChange(event)
          setHasOwnKey(true)
        }}
      />
      {save.isError && <ErrorNotice error={save.error} />}
    </DialogForm>
  )
}
