import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isOfOperator, OPERATOR_WORDS } from '../../bin/operator-words.mjs'
import { runHere } from '../../test/support/run-command.ts'
import { CALL_COMMANDS, COMMANDS, SHELLS } from './command-table.ts'
import { completionScript } from './completion/completion-scripts.ts'
import { OPERATE_COMMANDS } from './operate/operate-commands.ts'
import { barText } from './terminal/progress-bar.ts'
import { listText, recordText } from './terminal/text-table.ts'
import { helpOf, optionsOf } from './usage.ts'
import { referenceText } from './reference.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** The words that the bash script offers behind a command line. */
function complete(...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ')
  const script = `${completionScript('bash')}\nCOMP_WORDS=(lettermill ${line}); COMP_CWORD=${words.length}\n_lettermill\nprintf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

describe('the table of commands', () => {
  it('has each command once, with words of one form', () => {
    const names = COMMANDS.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    for (const name of names) expect(name).toMatch(/^[a-z-]+( [a-z-]+)?$/)
  })

  it('offers a dry run for everything that changes something on a server, and asks before what cannot be undone', () => {
    for (const command of CALL_COMMANDS) {
      const options = Object.keys(optionsOf(command))
      expect([command.name, options.includes('dry-run')]).toEqual([
        command.name,
        command.effect !== 'read' && !command.isLocal,
      ])
      expect([command.name, options.includes('yes')]).toEqual([command.name, command.effect === 'destroy'])
    }
  })

  it('knows the operator’s commands as the starter does', () => {
    const first = [...new Set(OPERATE_COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))]
    expect(OPERATOR_WORDS.toSorted()).toEqual(first.toSorted())
    expect(isOfOperator(['--env', 'x', 'start'])).toBe(true)
    expect(isOfOperator(['emails', 'list'])).toBe(false)
  })

  it('is what `commands --json` and help print', async () => {
    const { stdout } = await runHere(['commands', '--json'], {})
    const { commands } = JSON.parse(stdout) as { commands: { name: string; options: { name: string }[] }[] }
    expect(commands.map(({ name }) => name)).toEqual(COMMANDS.map(({ name }) => name))
    const send = commands.find(({ name }) => name === 'emails send')
    expect(send?.options.map(({ name }) => name)).toContain('--dry-run')
    const help = await runHere(['help', 'emails', 'send'], {})
    expect(help.stdout).toContain('--dry-run')
    expect((await runHere(['help', 'emails'], {})).stdout).toContain('emails logs')
  })

  it('is the reference of docs/cli.md', () => {
    expect(readFileSync(path.join(ROOT, 'docs/cli.md'), 'utf8')).toContain(referenceText())
  })

  it('describes every option of every command', () => {
    for (const command of COMMANDS) expect(helpOf(command)).not.toMatch(/undefined|<value>/)
  })
})

describe('completion', () => {
  it('in bash offers commands, their second words, their options and choices', () => {
    expect(complete('em')).toEqual(['emails'])
    expect(complete('contacts', 'ex')).toEqual(['export'])
    expect(complete('emails', 'send', '--dry')).toEqual(['--dry-run'])
    expect(complete('emails', 'send', '--from', 'me@shop.test', '--sub')).toEqual([
      '--subject',
      '--subscribed',
    ])
    expect(complete('completion', '')).toEqual([...SHELLS, '--help'])
    expect(complete('start', '--r')).toEqual(['--role'])
  })

  it('in zsh and fish names every command and option', () => {
    const [zsh, fish] = [completionScript('zsh'), completionScript('fish')]
    for (const command of COMMANDS) {
      const words = command.name.split(' ')
      for (const word of words) expect(fish).toContain(`-a ${word} `)
      for (const option of Object.keys(optionsOf(command))) {
        expect(fish).toContain(`-l ${option} `)
        expect(zsh).toContain(`--${option}`)
      }
    }
  })
})

describe('text for people', () => {
  it('is aligned, shortened, and cannot control the terminal', () => {
    const text = listText(
      [{ subject: `\u001b[2Jevil\u202e${'x'.repeat(100)}` }, { subject: 'short' }],
      [{ head: 'SUBJECT', value: ({ subject }) => subject }],
    )
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u001b\u202e]/u)
    expect(text.split('\n')[1]).toHaveLength(60)
    expect(recordText({ id: 1, nested: { a: true }, none: null, yes: true })).toBe(
      'id      1\nnested  {"a":true}\nnone\nyes     yes',
    )
  })

  it('shows progress as a bar where the total is known', () => {
    expect(barText('Importing', { done: 500, total: 1000 })).toBe(
      `Importing ${'█'.repeat(15)}${'░'.repeat(15)} 50% 500 of 1,000`,
    )
    expect(barText('Importing', { done: 5, total: null })).toBe('Importing 5')
  })
})
