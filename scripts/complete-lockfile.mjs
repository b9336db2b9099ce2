// Makes package-lock.json one that `npm ci` accepts everywhere. Run by `npm run lock`.
//
// 1. It adds the platform packages that `npm install` left out.
// A registry or mirror need not carry the builds for other platforms (darwin, musl, win32 …). `npm install` then drops
// them from the lockfile without a word, and `npm ci` refuses that lockfile: "Missing: X from lock file". The entries
// written here are what a complete registry would have given, minus the integrity hash, which only the package itself
// can supply. npm skips an entry whose os, cpu or libc is not the machine's, so they cost nothing.
//
// Entries without a hash are ours: each run drops them all and writes what is missing now, so none goes stale.
//
// 2. It removes `engines` from the entries. They say which Node must run a package; npm compares them with the Node
// that runs npm. Ours is Node 24 from node_modules, npm's may be older, and then npm does not just warn: it silently
// skips every optional package that wants a newer one, such as the binaries of the linter.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, dev?: boolean, optional?: boolean, link?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[], engines?: object, optionalDependencies?: Record<string, string> }} LockedPackage
 */

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
/** Names that publishers write, with the names of Node's process.platform and process.arch. */
const OTHER_NAMES = new Map([
  ['win', 'win32'],
  ['windows', 'win32'],
  ['macos', 'darwin'],
  ['ppc64le', 'ppc64'],
  ['powerpc64le', 'ppc64'],
])

/** @param {string[]} words */
function libcOf(words) {
  if (words.some((word) => word.startsWith('musl'))) return 'musl'
  return words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined
}

/** @param {string} name */
function platformOf(name) {
  const words = name.split(/[-/@._]/).map((word) => OTHER_NAMES.get(word) || word)
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.find((word) => PROCESSORS.includes(word))
  if (os === undefined && cpu !== 'wasm32') return undefined
  const libc = os === 'linux' ? libcOf(words) : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) }
}

/**
 * The entry npm would find from `folder`, walking up as Node's resolution does.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} folder
 * @param {string} name
 */
function findPlace(packages, folder, name) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const key = `${at && `${at}/`}node_modules/${name}`
    if (packages[key]) return key
    if (at === '') return undefined
  }
}

/** @param {Record<string, LockedPackage>} packages */
function completePackages(packages) {
  const kept = Object.fromEntries(
    Object.entries(packages).filter(
      ([key, entry]) => key === '' || entry.integrity || entry.link || !entry.optional,
    ),
  )
  for (const [key, entry] of Object.entries(kept)) if (key !== '') delete entry.engines
  const before = Object.keys(kept).length
  /** @type {string[]} */
  const unknown = []
  for (const [folder, parent] of Object.entries(kept)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies || {})) {
      const version = (/\d+\.\d+\.\d+[-+.\w]*/.exec(range) || [])[0]
      const place = findPlace(kept, folder, name)
      const found = place === undefined ? undefined : kept[place]
      // An exact wish met by another version higher up is not met: npm wants a copy below its parent.
      if (found && (found.version === version || range !== version)) continue
      const platform = platformOf(name)
      if (version === undefined || platform === undefined) {
        unknown.push(`${name}@${range}`)
        continue
      }
      const key = found ? `${folder}/node_modules/${name}` : `node_modules/${name}`
      kept[key] = { version, ...platform, ...(parent.dev && { dev: true }), optional: true }
    }
  }
  return { packages: kept, added: Object.keys(kept).length - before, unknown }
}

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const { packages, added, unknown } = completePackages(lock.packages)
const withHost = Object.keys(packages).filter((key) => /^https?:/.test((packages[key] || {}).resolved || ''))

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  `package-lock.json: ${Object.keys(packages).length - 1} packages, ${added} of them added for other platforms`,
)

if (unknown.length > 0) {
  console.error(
    `No platform can be read from these names, and npm ci will refuse the lockfile: ${unknown.join(', ')}`,
  )
  process.exitCode = 1
}
if (withHost.length > 0) {
  console.error(
    `These entries name a registry host (is omit-lockfile-registry-resolved=true in .npmrc?): ${withHost.join(', ')}`,
  )
  process.exitCode = 1
}
