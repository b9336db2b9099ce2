// A workflow out of a recipe. The templates that it names by alias are made if they are not there, for its author to write.
import type { z } from 'zod'
import type { TemplateList } from '../../../../src/features/templates/templates.schema.ts'
import { ApiError } from '../../api/client/api-error.ts'
import type { ProjectApi } from '../../api/client/client.ts'
import { createTemplate } from '../../api/templates.ts'
import { createWorkflow } from '../../api/workflows.ts'
import type { Workflow } from '../../api/workflows.ts'

type Creation = Parameters<typeof createWorkflow>[1]
type Named = { alias: string; type: 'MARKETING' | 'TRANSACTIONAL' }

/** An email to a colleague is no marketing. */
export function templatesOf({ steps }: Creation): Named[] {
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

/** The law of many countries asks for both in marketing email. */
const FOOTER = `
<p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>
<p style="white-space: pre-line">{{ lm_postal_address }}</p>`

export const bodyOf = ({ alias, type }: Named): string =>
  `<h1>${titleOf(alias)}</h1>\n<p>Hello {{ name | default: "there" }}, write here.</p>${type === 'MARKETING' ? FOOTER : ''}`

async function makeTemplate(api: ProjectApi, { alias, type }: Named): Promise<void> {
  const title = titleOf(alias)
  try {
    await createTemplate(api, { name: title, alias, type, subject: title, body: bodyOf({ alias, type }) })
  } catch (error) {
    // Somebody has one of this alias, which was not among the first hundred.
    if (!(error instanceof ApiError) || error.status !== 409) throw error
  }
}

// As many as one page of the API has.
const MOST_LISTED = 100

export async function createFromRecipe(api: ProjectApi, workflow: Creation): Promise<Workflow> {
  const wanted = templatesOf(workflow)
  if (wanted.length > 0) {
    const query = { limit: MOST_LISTED, total: false }
    const { templates } = await api.get<z.infer<typeof TemplateList>>('/templates', { query })
    const known = new Set(templates.map(({ alias }) => alias))
    for (const template of wanted.filter(({ alias }) => !known.has(alias))) await makeTemplate(api, template)
  }
  return createWorkflow(api, workflow)
}
