// One version names a release: package.json says it, and everything else follows. The SDK may have the next one already, while
// CHANGELOG.md has entries that are not released.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readReleases } from '../releases/releases.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const versionIn = (file: string) => z.object({ version: z.string() }).parse(JSON.parse(read(file))).version

const version = versionIn('package.json')
const sdkVersion = versionIn('sdk/typescript/package.json')
const changelog = read('CHANGELOG.md')
const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
const [, unreleased = ''] = /^## Unreleased\n([^]*?)(?=^## )/m.exec(changelog) ?? []
const isReleased = unreleased.trim() === ''

/** As numbers, which sort. */
const parts = (text: string) => text.split('.').map(Number)
const isLater = (one: string, other: string) => {
  const [mine, theirs] = [parts(one), parts(other)]
  const place = mine.findIndex((number, index) => number !== theirs[index])
  return place >= 0 && (mine[place] ?? 0) > (theirs[place] ?? 0)
}

describe('the version', () => {
  it('is the same in the lockfile, the chart and the API description', () => {
    const lock = z
      .object({
        version: z.string(),
        packages: z.record(z.string(), z.object({ version: z.string().optional() })),
      })
      .parse(JSON.parse(read('package-lock.json')))
    const api = z.object({ info: z.object({ version: z.string() }) }).parse(JSON.parse(read('openapi.json')))
    expect([lock.version, lock.packages['']?.version, api.info.version]).toEqual([version, version, version])
    expect(read('deploy/helm/lettermill/Chart.yaml')).toContain(
      `\nversion: ${version}\nappVersion: '${version}'\n`,
    )
  })

  it('is that of the SDK, which is ahead only while changes are not released', () => {
    expect(sdkVersion === version || (!isReleased && isLater(sdkVersion, version))).toBe(true)
  })

  it('is in the commands of the documents', () => {
    const named = ['docs/kubernetes.md', 'docs/sdk.md', 'docs/deployment.md', 'README.md'].flatMap((file) =>
      [...read(file).matchAll(/lettermill(-sdk-|-|:)(\d+\.\d+\.\d+)/g)].map(([, kind, found]) => ({
        file,
        found,
        expected: kind === '-sdk-' ? sdkVersion : version,
      })),
    )
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter(({ found, expected }) => found !== expected)).toEqual([])
  })

  it('of every release has a section in CHANGELOG.md, a stored database, and notes for who upgrades', () => {
    const released = readReleases().map((release) => release.version)
    const sections = headings.filter((heading) => heading !== 'Unreleased')
    expect(sections.map((heading) => /^(\S+) \(\d{4}-\d{2}-\d{2}\)$/.exec(heading)?.[1])).toEqual(
      released.toReversed(),
    )
    expect(released.at(-1)).toBe(version)
    const rows = [...read('docs/upgrade.md').matchAll(/^\| ([\d.]+) \| ([\d.]+|the next version) \|/gm)]
    const steps = released.slice(1).map((to, index) => [released[index], to])
    expect(rows.map(([, from, to]) => [from, to])).toEqual(
      isReleased ? steps : [...steps, [version, 'the next version']],
    )
  })
})
