// The campaign, workflow and template that an email comes from.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { campaignQuery } from '../../api/sending/campaigns.ts'
import type { Email } from '../../api/sending/emails.ts'
import { templateQuery } from '../../api/content/templates.ts'
import { workflowQuery } from '../../api/sending/workflows.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { emailTexts as texts } from './email.texts.ts'

type Origin = { kind: 'campaign' | 'workflow' | 'template'; id: string }

const LINK = 'truncate text-accent-text underline-offset-2 hover:underline'

/** The source of an email in a list, with a link to its campaign or workflow. */
export function EmailSource({ of: { source, campaignId, workflowId } }: { of: Email }) {
  const name = texts.sources[source]
  if (campaignId !== null) return <OriginLink kind="campaign" id={campaignId} name={name} />
  if (workflowId !== null) return <OriginLink kind="workflow" id={workflowId} name={name} />
  return name
}

const OriginLink = ({ kind, id, name }: Origin & { name: string }) => (
  <RecordLink kind={kind} id={id} className={LINK}>
    {name}
  </RecordLink>
)

/** Each with its label, as `Facts` shows them. */
export const originFacts = ({ campaignId, workflowId, templateId }: Email) =>
  [
    campaignId !== null && [texts.origins.campaign, <CampaignLink key="campaign" id={campaignId} />],
    workflowId !== null && [texts.origins.workflow, <WorkflowLink key="workflow" id={workflowId} />],
    templateId !== null && [texts.origins.template, <TemplateLink key="template" id={templateId} />],
  ] satisfies (readonly [string, ReactNode] | false)[]

function CampaignLink({ id }: { id: string }) {
  const { api } = useProject()
  return (
    <NamedLink
      kind="campaign"
      id={id}
      record={useQuery({ ...campaignQuery(api, id), refetchInterval: false })}
    />
  )
}

function WorkflowLink({ id }: { id: string }) {
  const { api } = useProject()
  return <NamedLink kind="workflow" id={id} record={useQuery(workflowQuery(api, id))} />
}

function TemplateLink({ id }: { id: string }) {
  const { api } = useProject()
  return <NamedLink kind="template" id={id} record={useQuery(templateQuery(api, id))} />
}

type NamedLinkProps = Origin & { record: { data: { name: string } | undefined; isError: boolean } }

/** A record that was deleted meanwhile has no page. */
function NamedLink({ kind, id, record: { data, isError } }: NamedLinkProps) {
  if (isError) return texts.originDeleted
  return <OriginLink kind={kind} id={id} name={data?.name ?? texts.origins[kind]} />
}
