// Emails of steps that name a coupon list which does not exist. They can be saved: their events may bring values of their own.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { fieldPath } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { existingNames } from '../../../platform/text/existing-names.ts'
import { listCouponKeys } from '../../coupons/index.ts'
import {
  couponKeysIn,
  couponKeysOf,
  listKnownTemplates,
  listTemplateVariables,
} from '../../templates/index.ts'

type SendingStep = {
  stepId: string
  index: number
  config: {
    templateId?: string | null | undefined
    subject?: string | null | undefined
    body?: string | null | undefined
  }
}

type CouponProblem = {
  stepId: string
  field: string
  code: 'COUPON_LIST_MISSING'
  message: string
  suggestion: string
}

type NamedKeys = { stepId: string; field: string; keys: readonly string[] }

export async function findMissingCouponLists(
  db: Db | Trx,
  { projectId, steps }: { projectId: ProjectId; steps: readonly SendingStep[] },
): Promise<CouponProblem[]> {
  const named = (await readKeys(db, { projectId, steps })).filter(({ keys }) => keys.length > 0)
  if (named.length === 0) return []
  const known = await listCouponKeys(db, { projectId })
  return named.flatMap(({ stepId, field, keys }) =>
    keys
      .filter((key) => !known.includes(key))
      .map((key): CouponProblem => ({
        stepId,
        field,
        code: 'COUPON_LIST_MISSING',
        message: `There is no coupon list with the key ${key}. ${existingNames(key, { names: known, kind: 'coupon list' })}`,
        suggestion:
          'Create it with POST /coupon-lists, or let the event of the workflow bring `coupons`: otherwise the email fails.',
      })),
  )
}

async function readKeys(
  db: Db | Trx,
  { projectId, steps }: { projectId: ProjectId; steps: readonly SendingStep[] },
): Promise<NamedKeys[]> {
  const templateKeys = [...new Set(steps.flatMap(({ config: { templateId } }) => templateId || []))]
  const templates = await listKnownTemplates(db, { projectId, keys: templateKeys })
  const ids = [...templates.values()].map(({ templateId }) => templateId)
  const variables = await listTemplateVariables(db, { projectId, ids })
  return steps.map(({ stepId, index, config: { templateId, subject, body } }) => {
    const path = ['steps', index, 'config']
    if (!templateId) {
      const keys = couponKeysIn(`${subject ?? ''} ${body ?? ''}`)
      return { stepId, field: fieldPath([...path, 'body']), keys }
    }
    const found = templates.get(templateId)
    const keys = found ? couponKeysOf(variables.get(found.templateId) ?? []) : []
    return { stepId, field: fieldPath([...path, 'templateId']), keys }
  })
}
