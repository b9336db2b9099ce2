import { useQuery } from '@tanstack/react-query'
import { Info, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { feedbackQuery, rotateFeedback } from '../../api/connections/feedback.ts'
import type { FeedbackPath, TransportFeedback } from '../../api/connections/feedback.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { CopyTextButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { formatExact, Time } from '../../format/time.tsx'
import { RotateDialog } from '../secret/rotate-dialog.tsx'
import { NewSecret } from '../secret/secret-dialog.tsx'
import { FeedbackKeys } from './feedback-keys.tsx'
import { ProveLoop } from './prove-loop.tsx'
import { feedbackTexts as texts, providerNames } from './feedback.texts.ts'

/** Only for owners: the API refuses others, because the URL is as secret as a key. */
export function FeedbackCard({ path }: { path: FeedbackPath }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(feedbackQuery(api, path))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-72 rounded-xl" />
  const { url, provider, lastReportAt } = data
  return (
    <Card title={texts.title} actions={<Rotate path={path} />}>
      <p className="mb-3 text-sm text-soft">{texts.text}</p>
      <div className="mb-4 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-sunken p-2 pl-3">
        <code aria-label={texts.url} className="min-w-0 grow basis-60 font-mono text-xs break-all">
          {url}
        </code>
        <CopyTextButton text={url} label={texts.copyUrl} />
      </div>
      {provider === null && <p className="-mt-2 mb-4 text-xs text-soft">{texts.placeholder}</p>}
      {lastReportAt === null && <NoReport provider={provider} />}
      <Facts
        facts={[
          [texts.provider, provider === null ? texts.unknownProvider : providerNames[provider]],
          lastReportAt !== null && [texts.last, <Time key="last" at={lastReportAt} />],
        ]}
      />
      <ProveLoop path={path} feedback={data} />
      <FeedbackKeys path={path} feedback={data} />
    </Card>
  )
}

/** A warning only where reports can be expected. */
function NoReport({ provider }: Pick<TransportFeedback, 'provider'>) {
  const Icon = provider === null ? Info : TriangleAlert
  return (
    <div
      className={classes(
        'mb-4 flex items-start gap-3 rounded-xl px-4 py-3 text-sm',
        provider === null ? 'bg-info-soft text-info' : 'bg-warn-soft text-warn',
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">{texts.none}</p>
        <p className="mt-0.5">
          {provider === null ? texts.unknownSetUp : `${texts.setUp[provider]} ${texts.thenProve}`}
        </p>
      </div>
    </div>
  )
}

function Rotate({ path }: { path: FeedbackPath }) {
  const [isOpen, setIsOpen] = useState(false)
  const { rotating, rotated } = texts
  return (
    <>
      <Button size="small" icon={<RefreshCw />} onClick={() => setIsOpen(true)}>
        {rotating.button}
      </Button>
      <RotateDialog
        title={rotating.title}
        texts={rotating}
        secretTitle={rotated.title}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        call={(api, graceSeconds) => rotateFeedback(api, path, graceSeconds)}
        refreshes={[path[0]]}
        secretOf={({ answer, graceSeconds, rotatedMs, close }) => (
          <NewSecret
            secret={answer.url}
            texts={rotated}
            text={answer.url === null ? rotated.gone : rotated.text}
            onDone={close}
          >
            <p className="mt-3 text-sm text-soft">
              {graceSeconds === 0
                ? rotated.ended
                : rotated.until(formatExact(new Date(rotatedMs + graceSeconds * 1000).toISOString()))}
            </p>
          </NewSecret>
        )}
      />
    </>
  )
}
