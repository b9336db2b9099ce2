import { useQuery } from '@tanstack/react-query'
import { contactSegmentsQuery } from '../../../api/audience/contacts.ts'
import { RecordLink } from '../../../app/record-link.tsx'
import { useProject } from '../../../app/use-project.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { DayTime } from '../../../format/time.tsx'
import { profile } from './profile.texts.ts'

const { segments: texts } = profile

export function ContactSegments({ contactId }: { contactId: string }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(contactSegmentsQuery(api, contactId))
  return (
    <Card title={texts.title}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data?.segments.length === 0 && <p className="text-sm text-soft">{texts.none}</p>}
      {data && (
        <ul className="flex max-h-56 flex-col gap-1.5 overflow-y-auto text-sm">
          {data.segments.map(({ id, name, since }) => (
            <li key={id} className="flex items-baseline justify-between gap-3">
              <RecordLink kind="segment" id={id} className="min-w-0 truncate font-medium hover:underline">
                {name}
              </RecordLink>
              {since !== null && (
                <span className="shrink-0 text-xs text-soft">
                  {texts.since} <DayTime at={since} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.unchecked.length > 0 && (
        <p className="pt-2 text-xs text-warn">{texts.unchecked(data.unchecked.length)}</p>
      )}
    </Card>
  )
}
