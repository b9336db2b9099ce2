import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { createLinkTokens } from './link-tokens.ts'
import { createSecrets } from './secrets.ts'

const tokens = createLinkTokens(createSecrets('a key that is long enough for the tests'))
const PURPOSES = ['unsubscribe', 'subscribe', 'manage', 'open', 'click'] as const

describe('a token', () => {
  it('says what it was made of, for its purpose', () => {
    const uuid = fc.uuid()
    fc.assert(
      fc.property(
        fc.array(uuid, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.constantFrom(...PURPOSES),
        (ids, number, purpose) => {
          const token = tokens.make(purpose, { ids, number })
          expect(token).toMatch(/^[\w-]+$/)
          expect(tokens.read(purpose, token)).toEqual({ ids, number })
        },
      ),
      propertyRuns(100),
    )
  })
})

describe.each(['return-path', 'unsubscribe'] as const)('an address for %s', (use) => {
  it('is right for every id', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (project, email) => {
        const made = tokens.makeMailbox(use, { projectId: project, emailId: email })
        expect(tokens.readMailbox(made, [project])).toEqual({ use, projectId: project, emailId: email })
      }),
      propertyRuns(100),
    )
  })
})
