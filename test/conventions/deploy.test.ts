// The files of deploy/ name metrics, settings and pages of the program, which change without anybody looking there.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settingsSchema } from '../../src/platform/config.ts'
import { FILE_SUFFIX, SECRET_SETTINGS } from '../../src/platform/secret-files.ts'
import { VALUES } from '../../proof/helm/values.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const CHART = 'deploy/helm/lettermill'
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** Every metric is a literal in a call of counter, gauge or histogram. */
const DECLARATION = /\.(counter|gauge|histogram)\(\s*'(lettermill_\w+)'/g
const metrics = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).flatMap((file) =>
  [...read(file).matchAll(DECLARATION)].map(([, , name = '']) => name),
)

/** Prometheus sees a histogram under three names. */
const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
const namesIn = (text: string) => new Set((text.match(/\blettermill_\w+/g) ?? []).map(baseOf))

/** GitHub's anchors of the headings of a page. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('the dashboard for Grafana', () => {
  it('shows every metric, and no other', () => {
    expect(metrics.length).toBeGreaterThan(20)
    const shown = namesIn(read('deploy/grafana.json'))
    expect([...shown].toSorted()).toEqual([...new Set(metrics)].toSorted())
  })

  it('has panels with an id and a place of their own', () => {
    const { panels } = z
      .object({ panels: z.array(z.object({ id: z.number(), gridPos: z.record(z.string(), z.number()) })) })
      .parse(JSON.parse(read('deploy/grafana.json')))
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(panels.map(({ gridPos }) => `${gridPos['x']} ${gridPos['y']}`)).size).toBe(panels.length)
  })
})

describe('the alert rules', () => {
  const text = read('deploy/alerts.yaml')

  it('name metrics that exist', () => {
    const expressions = text.replaceAll(/runbook: .*/g, '')
    expect([...namesIn(expressions)].filter((name) => !metrics.includes(name))).toEqual([])
  })

  it('have a severity and a runbook that exists each', () => {
    const rules = text.split(/^ {6}- alert: /m).slice(1)
    expect(rules.length).toBeGreaterThan(10)
    for (const rule of rules) {
      expect(rule).toMatch(/severity: (page|ticket)/)
      const [, page = '', anchor] = /runbook: (\S+\.md)#(\S+)/.exec(rule) ?? []
      expect(anchorsOf(page)).toContain(anchor)
    }
  })
})

describe('the chart for Helm', () => {
  it('is of the version of the program', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
    expect(read(`${CHART}/Chart.yaml`)).toContain(`\nversion: ${version}\nappVersion: '${version}'\n`)
  })

  it('sets settings that exist', () => {
    const text = read(`${CHART}/templates/settings.yaml`) + read(`${CHART}/templates/_helpers.tpl`)
    const names = [...text.matchAll(/^ {2}([A-Z_]+): |name: ([A-Z_]+)$/gm)].map(
      ([, one, other]) => one ?? other,
    )
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !(name !== undefined && name in settingsSchema.shape))).toEqual([])
  })

  it('reads from files only the settings that can be in one', () => {
    const [, keys = ''] = /\nsecretKeys:\n((?: {2}.*\n)+)/.exec(read(`${CHART}/values.yaml`)) ?? []
    const names = [...keys.matchAll(/([A-Z_]+): /g)].map(([, name = '']) => name)
    const secrets: readonly string[] = SECRET_SETTINGS
    expect(names).toContain('ENCRYPTION_KEY')
    const proven = Object.keys(VALUES.everything.secretKeys)
    expect([...names, ...proven].filter((name) => !secrets.includes(name))).toEqual([])
    expect(read(`${CHART}/templates/settings.yaml`)).toContain(`{{ $name }}${FILE_SUFFIX}: `)
  })
})
