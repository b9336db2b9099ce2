import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/support/properties.ts'
import { classifyReply } from './reply-class.ts'

describe('a reply', () => {
  it('of any text has a class', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.string({ unit: 'binary' }), (code, text) => {
        expect(['hard', 'soft', 'policy']).toContain(classifyReply({ code, enhancedCode: null, text }))
      }),
      propertyRuns(100),
    )
  })
})
