// The Liquid of a block's condition and the evaluator of filters agree, for random contacts and filters.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { NOW, randomCondition, randomContact } from '../../../../test/support/random-filters.ts'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { evaluateFilter } from '../../filters/index.ts'
import { prepareTemplate } from '../prepare/prepare-template.ts'
import { DEFAULT_BRAND } from '../brand/brand.schema.ts'
import { templateVariables } from '../template-variables.ts'
import { blocksToMjml } from './blocks-to-mjml.ts'
import { Blocks } from './blocks.schema.ts'
import { showOnlyIf } from './show-if-to-liquid.ts'
import { ShowIf } from './show-if.schema.ts'

const CONDITIONS = 500
const CONTACTS = 60

const clock = { now: () => NOW }
const SYSTEM = { unsubscribeUrl: '', subscribeUrl: '', manageUrl: '', browserUrl: '' }

const contacts = fc
  .sample(randomContact, propertyRuns(CONTACTS))
  .map(({ local, domain, subscribed, data }) => ({
    email: `${local}@${domain}`,
    subscribed,
    data: JSON.parse(data) as Record<string, unknown>,
  }))

const variablesOf = (contact: (typeof contacts)[number]) =>
  templateVariables({ contact: { id: 'c1', ...contact }, data: {}, system: SYSTEM })

describe('the condition of a block', () => {
  it('holds for the contacts that its filter matches', () => {
    let pairs = 0
    let found = 0
    fc.assert(
      fc.property(randomCondition, (input) => {
        const filter = ShowIf.parse(input)
        const html = showOnlyIf(filter, 'shown')
        const template = compileTemplate({ subject: '', html, text: '' }, { clock })
        for (const contact of contacts) {
          const facts = { ...contact, createdAt: NOW, updatedAt: NOW }
          const isShown = template.render(variablesOf(contact)).html.toString() === 'shown'
          expect(isShown).toBe(evaluateFilter(filter, { contact: facts, now: NOW }))
          pairs += 1
          if (isShown) found += 1
        }
      }),
      propertyRuns(CONDITIONS),
    )
    // If all results were equal, agreement would prove little.
    expect(found / pairs).toBeGreaterThan(0.1)
    expect(found / pairs).toBeLessThan(0.9)
  })

  it('survives the preparation of an email, around blocks and columns', async () => {
    const showIf = {
      operator: 'AND',
      conditions: [
        { field: 'data.plan', operator: 'in', value: [`it's "<b>" & {{ x }} %} 100%`, 'Straße\\'] },
        { field: 'data.address.city', operator: 'startsWith', value: 'kö' },
      ],
    }
    const blocks = [
      { type: 'heading', text: 'Block', showIf },
      { type: 'columns', columns: [[{ type: 'heading', text: 'Columns' }]], showIf },
      { type: 'heading', text: 'Always' },
    ]
    const body = blocksToMjml(Blocks.parse({ blocks }), DEFAULT_BRAND)
    const { html, text, variables } = await prepareTemplate({
      subject: 'Hi',
      body,
      text: null,
      type: 'TRANSACTIONAL',
    })
    expect(variables).toEqual(['data.address', 'data.plan'])
    const template = compileTemplate({ subject: '', html, text })
    const shown = (data: Record<string, unknown>) => {
      const rendered = template.render({ data })
      return [rendered.html, rendered.text].map((part) => part.toString().match(/Block|Columns|Always/g))
    }
    const all = ['Block', 'Columns', 'Always']
    const address = { city: 'KÖLN' }
    expect(shown({ plan: 'Straße\\', address })).toEqual([all, all])
    expect(shown({ plan: `it's "<b>" & {{ x }} %} 100%`, address })).toEqual([all, all])
    expect(shown({ plan: 'Strasse', address })).toEqual([['Always'], ['Always']])
    expect(shown({})).toEqual([['Always'], ['Always']])
  })
})

describe('a condition that the variables of an email cannot decide', () => {
  it.each([
    { field: 'event.bought', operator: 'triggered' },
    { field: 'segment', operator: 'memberOf', value: '019c2f00-0c5d-7e21-8d4b-2f7a91c3b605' },
    { field: 'emailActivity.opened', operator: 'triggered' },
    { field: 'createdAt', operator: 'exists' },
    { field: 'topics.news', operator: 'exists' },
  ])('is refused with what is possible: $field', (leaf) => {
    const inner = { operator: 'NOT', conditions: [leaf] }
    const { error } = ShowIf.safeParse({ operator: 'AND', conditions: [inner] })
    const [issue] =
      error?.issues.filter(({ path }) => path.join('.') === 'conditions.0.conditions.0.field') ?? []
    expect(issue?.message).toContain('must be email, subscribed or data.<key>')
  })
})
