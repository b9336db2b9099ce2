// Cards with the current campaigns and workflows, from GET /overview.
import { Link } from '@tanstack/react-router'
import { Pause, Send, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Overview } from '../../api/project/overview.ts'
import { recordPath } from '../../app/record-path.ts'
import type { RecordKind } from '../../app/record-path.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount, formatShare } from '../../format/number.ts'
import { Card } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { runningTexts } from './running.texts.ts'

type Campaign = Overview['campaigns'][number]

const TONES: Record<Campaign['status'], Tone> = { SENDING: 'accent', SCHEDULED: 'info', SENT: 'good' }

export function CampaignsCard({ campaigns }: Pick<Overview, 'campaigns'>) {
  const { campaigns: texts } = runningTexts
  return (
    <Card title={texts.title} isFlush>
      {campaigns.length === 0 && <Nothing icon={<Send />}>{texts.none}</Nothing>}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <RecordRow kind="campaign" id={campaign.id}>
              <span className="flex items-center gap-3">
                <span className="min-w-0 grow truncate font-medium">{campaign.name}</span>
                {campaign.paused ? (
                  <Badge tone="warn">
                    <Pause className="size-3" aria-hidden />
                    {texts.paused}
                  </Badge>
                ) : (
                  <Badge tone={TONES[campaign.status]}>{texts.states[campaign.status]}</Badge>
                )}
              </span>
              <CampaignState campaign={campaign} />
            </RecordRow>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const share = (part: number, whole: number): string => formatShare(whole === 0 ? 0 : part / whole)

function CampaignState({ campaign }: { campaign: Campaign }) {
  const { campaigns: texts } = runningTexts
  const { status, name, sent, recipients, delivered, opened, clicked, scheduledAt, sentAt } = campaign
  if (status === 'SCHEDULED') {
    return (
      <span className="text-xs text-soft">
        {texts.at} {scheduledAt !== null && <Time at={scheduledAt} />}
      </span>
    )
  }
  if (status === 'SENT') {
    return (
      <span className="flex justify-between gap-3 text-xs text-soft">
        <span className="tabular truncate">
          {texts.results(share(opened, delivered), share(clicked, delivered))}
        </span>
        {sentAt !== null && <Time at={sentAt} />}
      </span>
    )
  }
  return (
    <span className="flex flex-col gap-1.5">
      <Progress label={name} done={sent} total={recipients} />
      <span className="tabular text-xs text-soft">
        {texts.progress(formatCount(sent), recipients === null ? '…' : formatCount(recipients))}
      </span>
    </span>
  )
}

export function WorkflowsCard({ workflows }: Pick<Overview, 'workflows'>) {
  const { workflows: texts } = runningTexts
  return (
    <Card title={texts.title} isFlush>
      {workflows.length === 0 && <Nothing icon={<Workflow />}>{texts.none}</Nothing>}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {workflows.map(({ id, name, active, completed, failed }) => (
          <li key={id}>
            <RecordRow kind="workflow" id={id}>
              <span className="flex items-center gap-3">
                <span className="min-w-0 grow truncate font-medium">{name}</span>
                {failed > 0 && <Badge tone="bad">{texts.failed(formatCount(failed))}</Badge>}
              </span>
              <span className="tabular text-xs text-soft">
                {texts.active(active)} · {texts.completed(formatCount(completed))}
              </span>
            </RecordRow>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function RecordRow({ kind, id, children }: { kind: RecordKind; id: string; children: ReactNode }) {
  const { project } = useProject()
  return (
    <Link
      to={recordPath(project.id, { kind, id })}
      className="flex flex-col gap-1 px-4 py-2.5 text-sm outline-offset-[-3px] hover:bg-hover"
    >
      {children}
    </Link>
  )
}

function Nothing({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 px-4 pb-4 text-sm text-soft [&_svg]:size-4 [&_svg]:text-faint">
      {icon}
      {children}
    </p>
  )
}
