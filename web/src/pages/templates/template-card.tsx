import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { renderedTemplateQuery } from '../../api/templates.ts'
import type { Template } from '../../api/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { HtmlPreview } from '../../components/html-preview.tsx'
import { Time } from '../../format/time.tsx'
import { useOwnImages } from '../../patterns/email/use-own-images.ts'
import { TemplateMenu } from './template-menu.tsx'
import { templates as texts } from './templates.texts.ts'

export function TemplateCard({ template }: { template: Template }) {
  const { project, may } = useProject()
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-xl border border-line bg-panel shadow-raised transition-colors hover:border-edge has-[a:focus-visible]:border-accent">
      <Thumbnail template={template} />
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

/** The email at half size. Rendered when it becomes visible: a list may have hundreds. */
function Thumbnail({ template }: { template: Template }) {
  const { api } = useProject()
  const container = useRef<HTMLDivElement>(null)
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    if (!container.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsVisible(true)
    })
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  const ownImages = useOwnImages()
  const { data } = useQuery({ ...renderedTemplateQuery(api, template), enabled: isVisible })
  return (
    <div ref={container} inert className="h-44 overflow-hidden bg-white">
      {data && (
        <div className="w-[200%] origin-top-left scale-50">
          <HtmlPreview
            title={template.name}
            html={data.html}
            width="desktop"
            areImagesAllowed={false}
            ownImages={ownImages}
            isBare
          />
        </div>
      )}
    </div>
  )
}
