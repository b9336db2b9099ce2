// A filter as a condition of SQL on the table contacts.
//
// A question about a value that is not there has the answer null, which a WHERE takes for false, and so do AND and OR of
// such answers. Only a negation has to say it: `is not true` and never `not`. So nothing is wrapped into coalesce(), which
// would hide the conditions from the indexes.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { containing, endingWith, startingWith } from '../../platform/db/like.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { storedAddress, toCondition } from './condition.ts'
import type { Question } from './condition.ts'
import { answerForData, inRange } from './data-condition.queries.ts'
import { isTree } from './filters.schema.ts'
import type { FilterLeaf, FilterTree } from './filters.schema.ts'

type Sql = RawBuilder<unknown>

/** `now` is what windows of time are counted from: the clock of the program, so that the evaluator can have the same. */
export type FilterContext = { projectId: ProjectId; now: Date }

/** For a WHERE over the table contacts, whose name must not be changed by an alias. The tree has passed FilterTree. */
export function matchesFilter(tree: FilterTree, context: FilterContext): Sql {
  const parts = tree.conditions.map((node) =>
    isTree(node) ? matchesFilter(node, context) : matchesLeaf(node, context),
  )
  if (tree.operator === 'NOT') return sql`(${parts[0] ?? sql`true`}) is not true`
  return sql`(${sql.join(parts, tree.operator === 'AND' ? sql` and ` : sql` or `)})`
}

function matchesLeaf(leaf: FilterLeaf, { now }: FilterContext): Sql {
  const { field, question, isNegated } = toCondition(leaf, now)
  const answer =
    field.kind === 'data'
      ? answerForData({ column: sql`contacts.data`, path: field.path }, question)
      : COLUMNS[field.kind](question)
  return isNegated ? sql`(${answer}) is not true` : answer
}

const COLUMNS: Record<'email' | 'subscribed' | 'createdAt' | 'updatedAt', (question: Question) => Sql> = {
  email: answerForEmail,
  subscribed: (question) =>
    question.asks === 'equal' ? sql`contacts.subscribed = ${question.values[0]}` : sql`true`,
  createdAt: (question) => answerForTime(sql`contacts.created_at`, question),
  updatedAt: (question) => answerForTime(sql`contacts.updated_at`, question),
}

/** Addresses are stored in small letters, so nothing has to be done about capitals, and contacts_email_search helps. */
function answerForEmail(question: Question): Sql {
  switch (question.asks) {
    case 'equal':
      return sql`contacts.email = any(${question.values.map((value) => storedAddress(String(value)))}::text[])`
    case 'holds':
      return sql`contacts.email like ${containing(String(question.value).toLowerCase())}`
    case 'edge': {
      const text = question.text.toLowerCase()
      return sql`contacts.email like ${question.edge === 'start' ? startingWith(text) : endingWith(text)}`
    }
    case 'number':
    case 'date':
    case 'present':
      return sql`true`
  }
}

const answerForTime = (column: Sql, question: Question): Sql =>
  question.asks === 'date' ? inRange(column, question.range) : sql`true`
