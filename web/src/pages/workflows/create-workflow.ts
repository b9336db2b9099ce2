// Creates a workflow from a recipe, and the templates that it names by alias if they do not exist.
import type { z } from 'zod'
import type { TemplateList } from '../../../../src/features/templates/templates.schema.ts'
import { ApiError } from '../../api/client/api-error.ts'
import type { ProjectApi } from '../../api/client/client.ts'
import { createTemplate } from '../../api/content/templates.ts'
import { createWorkflow } from '../../api/sending/workflows.ts'
import type { Workflow } from '../../api/sending/workflows.ts'

type NewWorkflow = Parameters<typeof createWorkflow>[1]
type RecipeTemplate = { alias: string; type: 'MARKETING' | 'TRANSACTIONAL' }

/** An email with a fixed recipient, such as a colleague, is transactional. */
export function templatesOf({ steps }: NewWorkflow): RecipeTemplate[] {
  const configs = (steps ?? []).map(
    (step) => (step as { config?: { templateId?: string; to?: string } }).config,
  )
  return configs.flatMap((config) =>
    config?.templateId === undefined
      ? []
      : [{ alias: config.templateId, type: config.to === undefined ? 'MARKETING' : 'TRANSACTIONAL' }],
  )
}

const titleOf = (alias: string) => `${alias.charAt(0).toUpperCase()}${alias.slice(1).replaceAll('-', ' ')}`

/** Many countries require both in marketing email. */
const FOOTER = `
<p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>
<p style="white-space: pre-line">{{ lm_postal_address }}</p>`

export const bodyOf = ({ alias, type }: RecipeTemplate): string =>
  `<h1>${titleOf(alias)}</h1>\n<p>Hello {{ name | default: "there" }}, write here.</p>${type === 'MARKETING' ? FOOTER : ''}`

async function addTemplate(api: ProjectApi, { alias, type }: RecipeTemplate): Promise<void> {
  const title = titleOf(alias)
  try {
    await createTemplate(api, { name: title, alias, type, subject: title, body: bodyOf({ alias, type }) })
  } catch (error) {
    // The alias exists, beyond the first page.
    if (!(error instanceof ApiError) || error.status !== 409) throw error
  }
}

// The largest page of the API.
const MAX_LISTED = 100

export async function createFromRecipe(api: ProjectApi, workflow: NewWorkflow): Promise<Workflow> {
  const required = templatesOf(workflow)
  if (required.length > 0) {
    const query = { limit: MAX_LISTED, total: false }
    const { templates } = await api.get<z.infer<typeof TemplateList>>('/templates', { query })
    const known = new Set(templates.map(({ alias }) => alias))
    for (const template of required.filter(({ alias }) => !known.has(alias))) await addTemplate(api, template)
  }
  return createWorkflow(api, workflow)
}
