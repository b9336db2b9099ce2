import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSettingsFile, ConfigError, readConfig, settingsSchema } from './config.ts'
import { SECRET_SETTINGS } from './secret-files.ts'

const KEY = 'k'.repeat(40)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string, name = 'secret'): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

function problemOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('a secret in a file', () => {
  it('is the value of its setting, without the end of the line', () => {
    for (const end of ['', '\n', '\r\n']) {
      expect(readConfig({ ENCRYPTION_KEY_FILE: fileWith(KEY + end) }).ENCRYPTION_KEY).toBe(KEY)
    }
  })

  it('keeps spaces and line ends inside', () => {
    const password = ' twelve letters\nor more '
    const environment = { ADMIN_EMAIL: 'ada@shop.example', ADMIN_PASSWORD_FILE: fileWith(`${password}\n`) }
    expect(readConfig(environment).ADMIN_PASSWORD).toBe(password)
  })

  it('satisfies the settings that need it', () => {
    const settings = {
      DATABASE_URL_FILE: fileWith('postgres://one.example/mail\n', 'url'),
      ENCRYPTION_KEY_FILE: fileWith(KEY, 'key'),
    }
    expect(readConfig(settings).DATABASE_URL).toEqual(['postgres://one.example/mail'])
    expect(problemOf({ DATABASE_URL_FILE: settings.DATABASE_URL_FILE })).toContain(
      'ENCRYPTION_KEY is required with DATABASE_URL',
    )
  })

  it('is checked like the setting itself', () => {
    expect(problemOf({ ENCRYPTION_KEY_FILE: fileWith('short') })).toContain(
      'ENCRYPTION_KEY must have at least 32 characters',
    )
  })

  it('is refused beside the setting itself', () => {
    expect(problemOf({ ENCRYPTION_KEY: KEY, ENCRYPTION_KEY_FILE: fileWith(KEY) })).toContain(
      'ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set; remove one of them',
    )
  })

  it('is refused when its file is missing, empty, too large or a folder, and the file is named', () => {
    const missing = path.join(folder, 'missing')
    const inner = path.join(folder, 'inner')
    mkdirSync(inner)
    const reasons: [file: string, reason: string][] = [
      [missing, 'does not exist'],
      [fileWith('\n', 'empty'), 'is empty'],
      [fileWith('x'.repeat(70_000), 'large'), 'has more than 65536 bytes'],
      [inner, 'is not a file'],
    ]
    for (const [file, reason] of reasons) {
      const problem = problemOf({ DATABASE_URL: 'postgres://one.example/mail', ENCRYPTION_KEY_FILE: file })
      expect(problem).toBe(
        `The settings have a problem:\n  - ENCRYPTION_KEY_FILE names ${file}, which ${reason}`,
      )
    }
  })

  it('is there for settings that exist', () => {
    const names = Object.keys(settingsSchema.shape)
    expect(SECRET_SETTINGS.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('a settings file and the environment', () => {
  const before = { ...process.env }
  afterEach(() => {
    process.env = { ...before }
  })

  it('have one form each: that of the environment sets the secret alone', () => {
    const file = fileWith(`ENCRYPTION_KEY_FILE=/nowhere\nADMIN_PASSWORD=of the settings file\n`, 'settings')
    process.env['ENCRYPTION_KEY'] = KEY
    process.env['ADMIN_PASSWORD_FILE'] = fileWith('of the environment')
    process.env['ADMIN_EMAIL'] = 'ada@shop.example'
    addSettingsFile(file)
    expect(readConfig()).toMatchObject({ ENCRYPTION_KEY: KEY, ADMIN_PASSWORD: 'of the environment' })
  })

  it('do not mix forms within the settings file', () => {
    const file = fileWith(`ENCRYPTION_KEY=${KEY}\nENCRYPTION_KEY_FILE=/nowhere\n`, 'settings')
    addSettingsFile(file)
    expect(() => readConfig()).toThrow('ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set')
  })
})
