// Breaks every import rule once on purpose. A rule that has never been seen to fail proves nothing: dependency-cruiser answers
// "no violations" just as happily when it cannot read TypeScript at all. `npm run check` applies them to the repository.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { describe, expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const FIXTURES = path.join(import.meta.dirname, 'fixtures/import-rules')
const options = await extractOptions(path.join(ROOT, '.dependency-cruiser.cjs'))
const rules = (options.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? 'unnamed')

/** How many imports of its fixture break each rule (a cycle counts once). All other imports there are to be left alone. */
const PLANTED: Record<string, number> = {
  'no-circular': 1,
  'platform-knows-no-feature': 1,
  'features-only-through-index': 2,
  'level-0-imports-nothing-above': 3,
  'level-1-imports-nothing-above': 2,
  'level-2-imports-nothing-above': 1,
  'level-3-imports-nothing-above': 1,
  'level-4-imports-nothing-above': 1,
  'level-0-neighbours-are-strangers': 4,
  'level-1-neighbours-are-strangers': 5,
  'level-2-neighbours-are-strangers': 2,
  'level-3-neighbours-are-strangers': 2,
  'level-4-neighbours-are-strangers': 8,
  'level-5-neighbours-are-strangers': 1,
  'features-have-a-level': 1,
  'delivery-stage-0-imports-earlier-ones': 2,
  'delivery-stage-1-imports-earlier-ones': 3,
  'delivery-stage-2-imports-earlier-ones': 2,
  'delivery-stage-3-imports-earlier-ones': 2,
  'delivery-stage-4-imports-earlier-ones': 2,
  'delivery-stages-have-a-place': 1,
  'routes-do-not-touch-sql': 3,
  'queries-stay-below': 7,
  'services-do-not-know-http': 5,
  'jobs-are-declarations': 4,
  'handlers-call-services': 7,
  'schemas-are-pure': 4,
  'values-import-nothing': 2,
  'web-sees-only-schemas': 2,
  'web-i18n-imports-nothing-above': 7,
  'sdk-stands-alone': 1,
  'sdk-serves-commands': 1,
  'web-format-imports-nothing-above': 6,
  'web-hooks-imports-nothing-above': 5,
  'web-api-imports-nothing-above': 4,
  'web-components-imports-nothing-above': 3,
  'web-app-imports-nothing-above': 2,
  'web-patterns-imports-nothing-above': 1,
  'web-components-make-no-calls': 1,
  'web-pages-are-strangers': 1,
  'web-languages-import-words-only': 2,
  'packages-are-declared': 1,
  'source-needs-no-dev-package': 1,
  'imports-resolve': 2,
}

async function findViolations(baseDir: string) {
  const roots = ['src', 'sdk', 'web'].filter((folder) => existsSync(path.join(baseDir, folder)))
  const { output } = await cruise(roots, { ...options, baseDir, outputType: 'json' })
  const { summary } = JSON.parse(output as string) as ICruiseResult
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort(),
  }
}

describe('import rules', () => {
  it('have a broken fixture each', () => {
    expect(Object.keys(PLANTED).sort()).toEqual([...rules].sort())
    expect(readdirSync(FIXTURES).sort()).toEqual([...rules, 'clean'].sort())
  })

  it.each(rules)('%s fires on every import planted for it, and nothing else does', async (rule) => {
    const { violations } = await findViolations(path.join(FIXTURES, rule))
    expect(violations.map((violation) => violation.split(':')[0])).toEqual(Array(PLANTED[rule]).fill(rule))
  })

  it('allow what they are meant to allow', async () => {
    const { modules, violations } = await findViolations(path.join(FIXTURES, 'clean'))
    expect(violations).toEqual([])
    expect(modules).toBeGreaterThan(20)
  })
})
