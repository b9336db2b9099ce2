import type { Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { requireSender } from '../domains/index.ts'
import type { CheckDoubleOptIn, ProjectRow } from '../projects/index.ts'
import { couponKeysOf, findTemplate, holdTemplates } from '../templates/index.ts'
import type { TemplateRow } from '../templates/index.ts'
import { hasConfirmLink } from './confirmation-email.service.ts'

/** Refuses settings with which no confirmation could leave. */
export function createDoubleOptInCheck({ config }: Pick<Deps, 'config'>): CheckDoubleOptIn {
  return async (trx, project) => {
    const template = await findUsableTemplate(trx, project)
    if (!project.double_opt_in) return
    const address = template?.from_email ?? project.default_from
    if (address === null) throw invalidSender(NO_SENDER, 'required')
    try {
      await requireSender(trx, { projectId: project.id, address, config })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw invalidSender(`needs a sender that may send: ${error.message}`)
    }
  }
}

const NO_SENDER = 'needs a sender for the confirmations: set defaultFrom, or give the template a sender'

const invalidSender = (message: string, code: 'required' | 'custom' = 'custom') =>
  invalidFields({ field: 'doubleOptIn.enabled', message, code })

/** Keeps the template from being deleted until the commit. */
async function findUsableTemplate(trx: Trx, project: ProjectRow): Promise<TemplateRow | undefined> {
  const { id: projectId, confirmation_template_id: templateId } = project
  if (templateId === null) return undefined
  await holdTemplates(trx, { projectId, ids: [templateId] })
  const template = await findTemplate(trx, { projectId, templateId })
  if (!template) throw invalidTemplate('names no template of this project')
  if (template.type !== 'TRANSACTIONAL') {
    throw invalidTemplate('must be a template of the type TRANSACTIONAL: the recipient is not subscribed yet')
  }
  if (!hasConfirmLink(template)) {
    throw invalidTemplate('must contain {{ confirmUrl }}, the link that confirms')
  }
  if (couponKeysOf(template.variables).length > 0) {
    throw invalidTemplate('must not name a coupon list: whoever types an address would use codes up')
  }
  return template
}

const invalidTemplate = (message: string) =>
  invalidFields({ field: 'doubleOptIn.templateId', message, code: 'custom' })
