import { useQuery } from '@tanstack/react-query'
import { zoneRecordsQuery } from '../../../api/connections/dkim-zone.ts'
import type { ZoneRecord } from '../../../api/connections/dkim-zone.ts'
import { useProject } from '../../../app/use-project.ts'
import { CopyButton, CopyTextButton } from '../../../components/copy-button.tsx'
import { Badge } from '../../../components/notices/badge.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { dkimZoneTexts as texts } from './dkim-zone.texts.ts'

/** The TXT records to which domains lead by CNAME. The operator publishes them. */
export function DkimZoneCard() {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(zoneRecordsQuery(api))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 rounded-xl" />
  const { zone, records, total, file } = data
  if (zone === null && records.length === 0) {
    return (
      <Card title={texts.title}>
        <p className="text-sm text-soft">{texts.off}</p>
      </Card>
    )
  }
  const left = (total ?? records.length) - records.length
  return (
    <Card
      title={texts.title}
      actions={records.length > 0 && <CopyTextButton text={file} label={texts.copy} />}
    >
      <p className="text-sm break-words text-soft">
        {records.length === 0 ? texts.none : texts.text(zone ?? '')}
      </p>
      {records.length > 0 && (
        <ul aria-label={texts.list} className="mt-2 divide-y divide-line text-sm">
          {records.map((record) => (
            <RecordRow key={record.name} record={record} />
          ))}
        </ul>
      )}
      {left > 0 && <p className="mt-2 text-xs text-soft">{texts.more(left)}</p>}
    </Card>
  )
}

function RecordRow({ record: { name, value, keyState, domain, project, removeAt } }: { record: ZoneRecord }) {
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs break-all">{name}</code>
          <Badge tone={keyState === 'ACTIVE' ? 'good' : 'neutral'}>{texts.states[keyState]}</Badge>
        </p>
        <p className="mt-1 text-xs break-words text-soft">{texts.of(domain, project)}</p>
        {removeAt !== null && (
          <p className="text-xs text-soft">
            {texts.removable}: <Time at={removeAt} />
          </p>
        )}
      </div>
      <CopyButton text={value} label={texts.copyValue(name)} />
    </li>
  )
}
