import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettingsFile } from './settings-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'settings-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const file = path.join(folder, 'lettermill.env')
  writeFileSync(file, text)
  return file
}

describe('a settings file', () => {
  it('has a setting per line, comments, and values in quotes', () => {
    const text = [
      '# of the server',
      '; also a comment',
      '',
      'PUBLIC_URL=https://mail.example.com',
      '  TRUST_PROXY = true  ',
      'MAIL_TRANSPORT=smtp://user:a#b=c@relay.example.com:587',
      `ADMIN_PASSWORD='it "is" \\ long'`,
      'DATA_DIR="/var/lib/a folder"',
      'METRICS_TOKEN=',
    ].join('\r\n')
    expect(readSettingsFile(fileWith(text))).toEqual({
      PUBLIC_URL: 'https://mail.example.com',
      TRUST_PROXY: 'true',
      MAIL_TRANSPORT: 'smtp://user:a#b=c@relay.example.com:587',
      ADMIN_PASSWORD: 'it "is" \\ long',
      DATA_DIR: '/var/lib/a folder',
      METRICS_TOKEN: '',
    })
  })

  it.each([
    ['export PORT=1', 'write NAME=value.'],
    ['PORT 1', 'write NAME=value.'],
    ['DATA_DIR="/var/lib', "single quotes, as in DATA_DIR='…'."],
    ['DATA_DIR=a\\b', "single quotes, as in DATA_DIR='…'."],
    ['DATA_DIR="a\\"b"', "single quotes, as in DATA_DIR='…'."],
  ])('with the line %s is refused by its number', (line, advice) => {
    const file = fileWith(`PORT=1\n${line}\n`)
    expect(() => readSettingsFile(file)).toThrow(`Line 2 of ${file} cannot be read:`)
    expect(() => readSettingsFile(file)).toThrow(advice)
  })

  it('is refused if it is missing or a folder', () => {
    expect(() => readSettingsFile(path.join(folder, 'none'))).toThrow(
      `There is no settings file ${folder}/none.`,
    )
    expect(() => readSettingsFile(folder)).toThrow(`The settings file ${folder} is a folder.`)
  })

  it('that this user may not read names the user who may', () => {
    const file = fileWith('PORT=1')
    chmodSync(file, 0o600)
    expect(() => asNobody(() => readSettingsFile(file))).toThrow(
      /cannot be read by this user\. Run this as \w+: sudo -u \w+ npx lettermill …$/,
    )
  })
})

/**
 * Root may read everything, so the refusal is tested as another user. Any other user is refused by a mode without
 * permissions.
 */
function asNobody<T>(work: () => T): T {
  if (process.getuid?.() !== 0) {
    chmodSync(path.join(folder, 'lettermill.env'), 0)
    return work()
  }
  chmodSync(folder, 0o755)
  process.seteuid?.(65534)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}
