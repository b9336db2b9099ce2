// Whether the archive of the project shows the campaign, and where.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { campaignQuery, saveCampaign } from '../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../api/sending/campaigns.ts'
import { projectQuery } from '../../../api/project/project.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Copyable } from '../../../components/copy-button.tsx'
import { buttonClass } from '../../../components/forms/button.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { Card } from '../../../components/page.tsx'
import { report } from './report.texts.ts'

const { archive: texts } = report

export function ArchiveCard({ campaign }: { campaign: Campaign }) {
  const { api, may } = useProject()
  const { id, archived } = campaign
  const change = useChange({
    call: (_, isShown: boolean) => saveCampaign(api, id, { archived: isShown }),
    record: campaignQuery(api, id),
    done: (saved) => (saved.archived ? texts.shown : texts.hidden),
  })
  return (
    <Card title={texts.title}>
      <SwitchRow
        label={texts.switch}
        hint={texts.hint}
        isOn={archived}
        isDisabled={!may('member') || change.isPending}
        onChange={(isOn) => change.mutate(isOn)}
      />
      {archived && <Address campaign={campaign} />}
    </Card>
  )
}

function Address({ campaign: { archiveSlug } }: { campaign: Campaign }) {
  const { api, account, project } = useProject()
  const { data } = useQuery(projectQuery(api))
  if (!data) return null
  if (!data.archive.enabled) {
    return (
      <p className="text-xs text-soft">
        {texts.off}{' '}
        <Link
          to="/app/p/$projectId/settings"
          params={{ projectId: project.id }}
          search={{ tab: 'archive' }}
          className="text-accent-text underline underline-offset-2"
        >
          {texts.settings}
        </Link>
      </p>
    )
  }
  const url = `${account.instance.publicUrl}${data.archive.path}/${archiveSlug}`
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Copyable text={url} label={texts.copy} />
      <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'small' })}>
        <ExternalLink aria-hidden />
        {texts.open}
      </a>
    </div>
  )
}
