// The condition of a block: a filter that the variables of the email can decide. The past of the contact is not among them.
import { FilterTree, MOST_LEAVES } from '../../filters/filters.schema.ts'

const FIELD = /^(?:email|subscribed|data\.[\s\S]+)$/

const NOT_POSSIBLE =
  'must be email, subscribed or data.<key>: a block can only depend on these fields of the contact. For conditions on events, emails or segments, send a campaign to that audience, or use a condition in a workflow.'

type Report = (path: (string | number)[]) => void

/** Tolerates anything, because FilterTree reports the rest. Ends with the depth of the tree, which has a limit there. */
function checkFields(node: unknown, path: (string | number)[], report: Report): void {
  if (typeof node !== 'object' || node === null) return
  const { conditions, field } = node as { conditions?: unknown; field?: unknown }
  if (typeof field === 'string' && !FIELD.test(field)) report([...path, 'field'])
  if (!Array.isArray(conditions) || path.length > DEEPEST_PATH) return
  conditions.forEach((inner, index) => checkFields(inner, [...path, 'conditions', index], report))
}

// Deeper than every tree that FilterTree accepts.
const DEEPEST_PATH = 20

export const ShowIf = FilterTree.superRefine((tree, context) => {
  checkFields(tree, [], (path) => {
    context.addIssue({ code: 'custom', path, message: NOT_POSSIBLE, params: { code: 'invalid_string' } })
  })
}).meta({
  id: 'ShowIf',
  description:
    'Shows the block only to contacts that match this filter. It has the form of a FilterTree, whose fields are email, subscribed and data.<key>, with all their operators.',
  properties: {
    operator: { type: 'string', enum: ['AND', 'OR', 'NOT'], description: 'NOT takes one condition.' },
    conditions: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_LEAVES,
      items: { type: 'object' },
      description: 'Conditions, or trees of them.',
    },
  },
  examples: [{ operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
})
