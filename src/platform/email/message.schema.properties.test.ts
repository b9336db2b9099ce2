import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { composeMessage } from './mime/compose.ts'
import { buildAttachment, buildMessage, hostileText } from './fixtures/messages.ts'
import { ContentIdField, HEADER_NAME, isReservedHeader } from './message.schema.ts'

describe('a header', () => {
  it('can be composed, always', () => {
    const name = hostileText.filter((text) => HEADER_NAME.test(text) && !isReservedHeader(text))
    const contentId = hostileText.filter((text) => ContentIdField.safeParse(text).success)
    fc.assert(
      fc.property(name, hostileText, contentId, (header, value, id) => {
        const attachments = [buildAttachment({ disposition: 'inline', contentId: id, filename: value })]
        expect(() => composeMessage(buildMessage({ headers: [[header, value]], attachments }))).not.toThrow()
      }),
      propertyRuns(100),
    )
  })
})
