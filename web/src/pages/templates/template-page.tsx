import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { renderedTemplateQuery, templateQuery } from '../../api/templates.ts'
import type { Template } from '../../api/templates.ts'
import { PagePending } from '../../app/page-pending.tsx'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/badge.tsx'
import { Copyable } from '../../components/copy-button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { HtmlPreview } from '../../components/html-preview.tsx'
import { Card, Facts, Page, PageBody } from '../../components/page.tsx'
import { Time } from '../../components/time.tsx'
import { templates as texts } from './templates.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/templates/$templateId')

export function TemplatePage() {
  const { api } = useProject()
  const { templateId } = route.useParams()
  const { data: template, error, isPending, refetch } = useQuery(templateQuery(api, templateId))
  if (isPending) return <PagePending />
  if (!template) {
    return (
      <div className="p-6">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <Page title={template.name} subtitle={template.subject}>
      <PageBody>
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
          <TemplatePreview template={template} />
          <TemplateFacts template={template} />
        </div>
      </PageBody>
    </Page>
  )
}

function TemplatePreview({ template }: { template: Template }) {
  const { api } = useProject()
  const { data, error } = useQuery(renderedTemplateQuery(api, template))
  if (error) return <ErrorNotice error={error} />
  return data ? (
    <HtmlPreview title={texts.preview} html={data.html} width="desktop" areImagesAllowed={false} />
  ) : null
}

function TemplateFacts({ template }: { template: Template }) {
  return (
    <Card title={texts.facts}>
      <Facts
        facts={[
          [texts.id, <Copyable key="id" text={template.id} label={texts.copyId} />],
          ...(template.alias === null ? [] : [[texts.alias, template.alias] as const]),
          [texts.columns.type, texts.types[template.type]],
          [texts.columns.version, String(template.version)],
          [texts.columns.changed, <Time key="changed" at={template.updatedAt} />],
          ...(template.from === null ? [] : [[texts.from, template.from] as const]),
        ]}
      />
      {template.variables.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-sm font-semibold">{texts.variables}</h3>
          <div className="flex flex-wrap gap-1">
            {template.variables.map((name) => (
              <Badge key={name}>{name}</Badge>
            ))}
          </div>
        </>
      )}
      {template.checks.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-sm font-semibold">{texts.checks}</h3>
          <ul className="flex flex-col gap-2 text-xs text-soft">
            {template.checks.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
