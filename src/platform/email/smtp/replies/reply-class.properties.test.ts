import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyReply } from './reply-class.ts'

describe('a reply', () => {
  it('of any text has a class, in time that grows with its length only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.string({ unit: 'binary' }), (code, text) => {
        expect(['hard', 'soft', 'policy']).toContain(classifyReply({ code, enhancedCode: null, text }))
      }),
    )
    const timesMs = ['user ', '<', 'a@', 'mailbox ', 'invalid mailbox. local mailbox '].map((piece) => {
      const startedAtMs = performance.now()
      classifyReply({ code: 550, enhancedCode: null, text: piece.repeat(2000 / piece.length) })
      return performance.now() - startedAtMs
    })
    expect(Math.max(...timesMs)).toBeLessThan(200)
  })
})
