import { useState } from 'react'
import { MOST_CODES_AT_ONCE } from '../../../../src/features/coupons/coupons.schema.ts'
import { addCouponCodes } from '../../api/content/coupons.ts'
import type { ProjectApi } from '../../api/client/client.ts'
import { useChange } from '../../app/use-change.ts'
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { couponTexts } from './coupon-lists.texts.ts'
import { readCodes } from './read-codes.ts'

const { adding: texts } = couponTexts

export function AddCodesForm({ listId, onClose }: { listId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [done, setDone] = useState(0)
  const codes = readCodes(text)
  const add = useChange({
    call: (api, all: readonly string[]) => addInParts(api, { listId, codes: all, onProgress: setDone }),
    done: texts.done,
    refreshes: ['/coupon-lists', `/coupon-lists/${listId}/codes`],
    showsError: true,
    onSuccess: onClose,
  })
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const content = await file.text()
    setText((before) => (before.trim() === '' ? content : `${before.trimEnd()}\n${content}`))
  }
  return (
    <DialogForm
      submit={texts.submit(codes.length)}
      isBusy={add.isPending}
      isDisabled={codes.length === 0}
      onSubmit={() => add.mutate(codes)}
      onCancel={onClose}
    >
      <TextArea
        label={texts.codes}
        hint={texts.codesHint}
        rows={8}
        spellCheck={false}
        value={text}
        onText={setText}
      />
      <TextField
        label={texts.file}
        hint={texts.fileHint}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target }) => void readFile(target.files?.[0])}
      />
      {add.isPending && <Progress label={texts.progress} done={done} total={codes.length} />}
      {add.isError && <ErrorNotice error={add.error} />}
    </DialogForm>
  )
}

type PartsInput = { listId: string; codes: readonly string[]; onProgress: (done: number) => void }

/** In calls of the largest size. Adding is idempotent, so after an error the whole can be tried again. */
async function addInParts(
  api: ProjectApi,
  { listId, codes, onProgress }: PartsInput,
): Promise<{ added: number; skipped: number }> {
  const sum = { added: 0, skipped: 0 }
  for (let at = 0; at < codes.length; at += MOST_CODES_AT_ONCE) {
    onProgress(at)
    const { added, skipped } = await addCouponCodes(api, listId, codes.slice(at, at + MOST_CODES_AT_ONCE))
    sum.added += added
    sum.skipped += skipped
  }
  return sum
}
