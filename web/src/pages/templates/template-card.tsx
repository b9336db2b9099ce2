import { Link } from '@tanstack/react-router'
import { renderedTemplateQuery } from '../../api/content/templates.ts'
import type { Template } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Time } from '../../format/time.tsx'
import { EmailThumbnail } from '../../patterns/email/email-thumbnail.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { templates as texts } from './templates.texts.ts'

export function TemplateCard({ template }: { template: Template }) {
  const { api, project, may } = useProject()
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-xl border border-line bg-panel shadow-raised transition-colors hover:border-edge has-[a:focus-visible]:border-accent">
      <EmailThumbnail
        title={template.name}
        query={renderedTemplateQuery(api, template)}
        size="half"
        className="h-44"
      />
      <div className="flex items-start gap-2 border-t border-line p-3.5">
        <div className="min-w-0 grow">
          <Link
            to="/app/p/$projectId/templates/$templateId"
            params={{ projectId: project.id, templateId: template.id }}
            data-card
            className="block truncate text-sm font-semibold after:absolute after:inset-0"
          >
            {template.name}
          </Link>
          <p className="truncate text-xs text-soft">{template.subject}</p>
          <p className="mt-2 flex items-center gap-2 text-xs text-soft">
            <Badge tone={template.type === 'MARKETING' ? 'accent' : 'neutral'}>
              {texts.types[template.type]}
            </Badge>
            <span className="truncate">
              {texts.changed} <Time at={template.updatedAt} />
            </span>
          </p>
        </div>
        {may('member') && (
          <div className="relative">
            <TemplateMenu template={template} />
          </div>
        )}
      </div>
    </li>
  )
}
