import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { previewCaps } from '../../../api/project/project.ts'
import type { CapsPreview } from '../../../api/project/project.ts'
import { useProject } from '../../../app/use-project.ts'
import { classes } from '../../../components/classes.ts'
import { Button } from '../../../components/forms/button.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Card } from '../../../components/page.tsx'
import { columnsOf } from '../../../components/tables/columns-of.ts'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount, formatShare } from '../../../format/number.ts'
import type { LimitsPatch } from './limits-draft.ts'
import { limitTexts } from './limits.texts.ts'
import { Warning } from '../warning.tsx'
import { dropWarning } from './drop-warning.ts'

const { preview: texts } = limitTexts

type LimitsPreviewProps = { limits: LimitsPatch; isValid: boolean }

export function LimitsPreview({ limits, isValid }: LimitsPreviewProps) {
  const { api } = useProject()
  const preview = useMutation({ mutationFn: (tried: LimitsPatch) => previewCaps(api, tried) })
  const isStale = JSON.stringify(preview.variables) !== JSON.stringify(limits)
  return (
    <Card title={texts.title}>
      <p className="max-w-2xl text-sm text-soft">{texts.text}</p>
      <div className="flex flex-wrap items-center gap-3 py-3">
        <Button
          icon={<FlaskConical />}
          isBusy={preview.isPending}
          disabled={!isValid}
          onClick={() => preview.mutate(limits)}
        >
          {texts.button}
        </Button>
        <p role="status" className="text-sm text-soft">
          {!isValid && texts.invalid}
          {isValid && preview.isSuccess && isStale && texts.stale}
        </p>
      </div>
      {preview.isError && <ErrorNotice error={preview.error} />}
      {preview.data && (
        <div className={classes(isStale && 'opacity-60')}>
          <Result preview={preview.data} />
        </div>
      )}
    </Card>
  )
}

function Result({ preview }: { preview: CapsPreview }) {
  const { emails, held, dropped, contacts, isSampled } = preview
  if (emails === 0) return <p className="text-sm">{texts.nothing}</p>
  const hasLimits = preview.frequencyCap !== null || preview.quietHours !== null
  const looked = formatCount(contacts)
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm font-medium">
        {texts.sentence(emails, held.cap + held.quietHours, dropped)} {!hasLimits && texts.noLimits}
      </p>
      <div className="max-w-xl overflow-hidden rounded-xl border border-line">
        <PlainTable
          label={texts.list}
          columns={COLUMNS}
          rows={rowsOf(preview)}
          idOf={({ outcome }) => outcome}
        />
      </div>
      <p className="text-xs text-soft">{isSampled ? texts.sampled(looked) : texts.looked(looked)}</p>
      <Warning text={dropWarning(preview)} />
    </div>
  )
}

type Row = { outcome: keyof typeof texts.outcomes; emails: number; all: number }

const rowsOf = ({ emails: all, sentAtOnce, held, dropped }: CapsPreview): Row[] => [
  { outcome: 'sentAtOnce', emails: sentAtOnce, all },
  { outcome: 'cap', emails: held.cap, all },
  { outcome: 'quietHours', emails: held.quietHours, all },
  { outcome: 'dropped', emails: dropped, all },
]

const COLUMNS: PlainColumn<Row>[] = columnsOf(texts.columns, {
  outcome: { cell: ({ outcome }) => texts.outcomes[outcome] },
  emails: { align: 'end', cell: ({ emails }) => formatCount(emails) },
  share: { align: 'end', isSoft: true, cell: ({ emails, all }) => formatShare(emails / all) },
})
