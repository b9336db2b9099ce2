import type { GalleryTemplate } from '../../../../src/features/templates/gallery/gallery-kinds.values.ts'
import { renderedTemplateQuery } from '../../api/content/templates.ts'
import type { Draft, PictureQuery, RenderedDraft, Template } from '../../api/content/templates.ts'
import type { ProjectApi } from '../../api/client/client.ts'
import { createTurns } from '../../api/client/turns.ts'

/** The beginning of a new email: nothing, a template of the project, or one of the gallery. */
export type Start<Empty extends string = string> =
  | { from: 'empty'; id: Empty; name: string; hint: string }
  | { from: 'template'; id: string; name: string; hint: string; template: Template }
  | { from: 'gallery'; id: string; name: string; hint: string; item: GalleryTemplate }

export const startOfTemplate = (template: Template): Start => ({
  from: 'template',
  id: template.id,
  name: template.name,
  hint: template.subject,
  template,
})

export const startOfItem = (item: GalleryTemplate): Start => ({
  from: 'gallery',
  id: `gallery-${item.id}`,
  name: item.name,
  hint: item.description,
  item,
})

const draftOf = ({ subject, previewText, type, blocks, sample }: GalleryTemplate): Draft => ({
  subject,
  previewText,
  type,
  blocks,
  data: sample,
})

/** The email of the gallery with its sample data, in the look of the project. */
export const renderGalleryItem = (api: ProjectApi, item: GalleryTemplate, signal?: AbortSignal) =>
  api.post<RenderedDraft>('/templates/render', draftOf(item), signal && { signal })

// The server refuses more renderings of a project at once than it has threads for.
const inTurn = createTurns(1)

// The brand kit may change meanwhile.
const STALE_MS = 60_000

export const renderedStartQuery = (api: ProjectApi, start: Exclude<Start, { from: 'empty' }>): PictureQuery =>
  start.from === 'template'
    ? renderedTemplateQuery(api, start.template)
    : {
        queryKey: [api.projectId, 'gallery', start.id],
        queryFn: ({ signal }) =>
          inTurn(() => {
            signal.throwIfAborted()
            return renderGalleryItem(api, start.item, signal)
          }),
        staleTime: STALE_MS,
      }
