import type { z } from 'zod'
import { CouponListPatch } from '../../../../src/features/coupons/coupons.schema.ts'
import { couponListQuery, deleteCouponList, renameCouponList } from '../../api/content/coupons.ts'
import type { CouponList } from '../../api/content/coupons.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog, Dialog, DialogForm } from '../../components/overlays/dialog.tsx'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { couponTexts } from './coupon-lists.texts.ts'

const { form: formTexts, renaming, deleting } = couponTexts

type Props = { couponList: CouponList; isOpen: boolean; onClose: () => void }

export function RenameCouponListDialog({ couponList, isOpen, onClose }: Props) {
  return (
    <Dialog title={renaming.title} isOpen={isOpen} onClose={onClose}>
      <RenameForm couponList={couponList} onClose={onClose} />
    </Dialog>
  )
}

type Fields = z.input<typeof CouponListPatch>

function RenameForm({ couponList: { id, name }, onClose }: Omit<Props, 'isOpen'>) {
  const { api } = useProject()
  const form = useSchemaForm<Fields, Fields>(CouponListPatch, { name })
  const save = useChange({
    call: (call, fields: Fields) => renameCouponList(call, id, fields.name ?? name),
    done: renaming.saved,
    record: couponListQuery(api, id),
    refreshes: ['/coupon-lists'],
    form,
    onSuccess: onClose,
  })
  return (
    <DialogForm
      submit={renaming.save}
      isBusy={save.isPending}
      onSubmit={form.submit(save.mutate)}
      onCancel={onClose}
    >
      <TextField label={formTexts.name} maxLength={100} autoComplete="off" {...form.field('name')} />
    </DialogForm>
  )
}

export function DeleteCouponListDialog({ couponList: { id, name }, isOpen, onClose }: Props) {
  const remove = useDelete({
    kind: 'couponList',
    id,
    remove: (api) => deleteCouponList(api, id),
    deleted: deleting.done,
    showsError: true,
  })
  return (
    <ConfirmDialog
      title={deleting.title(name)}
      description={deleting.text}
      cancel={deleting.cancel}
      submit={deleting.submit}
      isOpen={isOpen}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {remove.isError && <ErrorNotice error={remove.error} />}
    </ConfirmDialog>
  )
}
