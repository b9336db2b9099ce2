import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createLogOutput } from './log-output.ts'

/** A fake standard output: accepts this many bytes, or fails in this way. */
function buildOutput() {
  const state: { room: number; failure: string } = { room: Infinity, failure: 'EAGAIN' }
  const lost: number[] = []
  let text = ''
  const output = createLogOutput({
    send: (bytes) => {
      if (state.room <= 0) throw Object.assign(new Error(state.failure), { code: state.failure })
      const taken = Math.min(state.room, bytes.length)
      state.room -= taken
      text += bytes.subarray(0, taken).toString()
      return taken
    },
    onLost: (count) => lost.push(count),
  })
  return { state, output, lost, text: () => text }
}

describe('the output of the log', () => {
  it('writes each line at once', () => {
    const { output, text } = buildOutput()
    output.write('one\n')
    expect(text()).toBe('one\n')
    output.write('two\n')
    expect(text()).toBe('one\ntwo\n')
  })

  it.each(['ENOSPC', 'EPIPE', 'EIO'])(
    'loses lines while it is refused with %s, and says how many',
    (failure) => {
      const { state, output, lost, text } = buildOutput()
      Object.assign(state, { room: 0, failure })
      output.write('one\n')
      output.write('two\n')
      expect([text(), lost]).toEqual(['', []])
      state.room = Infinity
      output.write('three\n')
      expect([text(), lost]).toEqual(['three\n', [2]])
      output.write('four\n')
      expect(lost).toEqual([2])
    },
  )

  it('begins a new line after one whose end did not fit on the disk', () => {
    const { state, output, text } = buildOutput()
    Object.assign(state, { room: 3, failure: 'ENOSPC' })
    output.write('one line\n')
    output.write('another\n')
    state.room = Infinity
    output.write('last\n')
    expect(text()).toBe('one\nlast\n')
  })

  it('buffers lines in order for a reader that is behind', async () => {
    const { state, output, lost, text } = buildOutput()
    state.room = 2
    output.write('one\n')
    output.write('two\n')
    expect(text()).toBe('on')
    state.room = Infinity
    await eventually(() => expect(text()).toBe('one\ntwo\n'))
    expect(lost).toEqual([])
  })

  it('buffers at most a megabyte for a reader that stops reading', () => {
    const { state, output, lost, text } = buildOutput()
    state.room = 0
    const line = `${'x'.repeat(999)}\n`
    for (let n = 0; n < 2000; n += 1) output.write(line)
    state.room = Infinity
    output.flushSync()
    expect(text().length).toBeGreaterThan(900_000)
    expect(text().length).toBeLessThanOrEqual(1_048_576)
    expect(lost).toEqual([2000 - text().length / 1000])
  })

  it('does not wait forever at exit for a reader that stops reading', () => {
    const { state, output, text } = buildOutput()
    state.room = 0
    output.write('one\n')
    output.flushSync()
    expect(text()).toBe('')
  })
})
