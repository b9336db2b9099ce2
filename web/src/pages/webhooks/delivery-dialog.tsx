import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { deliveryQuery, resendDelivery } from '../../api/connections/webhooks.ts'
import type { Webhook, WebhookDeliveryRecord } from '../../api/connections/webhooks.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Copyable, CopyTextButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { formatCount } from '../../format/number.ts'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { Facts } from '../../components/page.tsx'
import { ClockTime, Time } from '../../format/time.tsx'
import { DeliveryStatus } from './webhook-state.tsx'
import { webhooks } from './webhooks.texts.ts'

const texts = webhooks.delivery

type Props = { webhook: Webhook; deliveryId: string | undefined; onClose: () => void }

export function DeliveryDialog({ webhook, deliveryId, onClose }: Props) {
  const { api, may } = useProject()
  const { data, error } = useQuery({
    ...deliveryQuery(api, webhook.id, deliveryId ?? ''),
    enabled: deliveryId !== undefined,
  })
  const resend = useChange({
    call: (_, id: string) => resendDelivery(api, webhook.id, id),
    done: texts.resent,
    refreshes: [`/webhooks/${webhook.id}/deliveries`],
  })
  return (
    <Dialog
      title={texts.title(data?.type ?? '…')}
      isOpen={deliveryId !== undefined}
      onClose={onClose}
      width="wide"
    >
      {error && <ErrorNotice error={error} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <Content delivery={data} />}
      {data && may('member') && (
        <DialogActions>
          <Button
            icon={<Send />}
            disabled={!webhook.enabled}
            isBusy={resend.isPending}
            onClick={() => resend.mutate(data.id)}
          >
            {texts.resend}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

function Content({ delivery }: { delivery: WebhookDeliveryRecord }) {
  const { request, answers, nextAttemptAt } = delivery
  return (
    <div className="flex flex-col gap-5">
      <Facts
        facts={[
          [texts.status, <DeliveryStatus key="status" status={delivery.status} />],
          [texts.event, <Copyable key="event" text={delivery.eventId} label={texts.copyEvent} />],
          nextAttemptAt !== null && [texts.next, <Time key="next" at={nextAttemptAt} />],
        ]}
      />
      <section>
        <div className="mb-2 flex items-center justify-between gap-2">
          <h3 className="text-sm font-semibold">{texts.request}</h3>
          <CopyTextButton text={request.body} label={texts.requestBody} />
        </div>
        <Code label={texts.headers} text={headerText(request)} />
        <p className="my-1.5 text-xs text-soft">{texts.unsigned}</p>
        <Code label={texts.requestBody} text={formatJson(request.body)} />
      </section>
      <section>
        <h3 className="mb-2 text-sm font-semibold">{texts.answers}</h3>
        {answers.length === 0 && <p className="text-sm text-soft">{texts.noAnswers}</p>}
        <ol className="flex flex-col gap-3">
          {answers.map((answer, index) => (
            <Answer key={`${answer.at} ${index}`} answer={answer} number={index + 1} />
          ))}
        </ol>
      </section>
    </div>
  )
}

const headerText = ({ method, url, headers }: WebhookDeliveryRecord['request']) =>
  [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')

function formatJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

type AnswerProps = { answer: WebhookDeliveryRecord['answers'][number]; number: number }

function Answer({ answer: { at, status, body, error, durationMs }, number }: AnswerProps) {
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <li className="rounded-xl border border-line p-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{texts.attempt(number)}</span>
        <Badge tone={isGood ? 'good' : 'bad'}>{status ?? texts.noAnswer}</Badge>
        <span className="text-soft">
          <ClockTime at={at} /> · {texts.took(formatCount(durationMs))}
        </span>
      </p>
      {error !== null && <p className="mt-1 text-sm break-words text-bad">{error}</p>}
      {status !== null && (
        <div className="mt-2">
          {body === null || body === '' ? (
            <p className="text-xs text-soft">{texts.emptyBody}</p>
          ) : (
            <Code label={texts.body} text={body} />
          )}
        </div>
      )}
    </li>
  )
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    // Focusable, so that keyboards can scroll it.
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-60 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-relaxed break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  )
}
