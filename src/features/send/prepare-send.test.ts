import { describe, expect, it } from 'vitest'
import { persistentValues } from './prepare-send.service.ts'

describe('persistentValues', () => {
  it('returns only the values marked as persistent', () => {
    expect(
      persistentValues({
        kept: { value: 1, persistent: true },
        gone: { value: null, persistent: true },
        once: { value: 2, persistent: false },
        plain: 3,
        like: { value: 4, persistent: true, more: 5 },
        half: { value: 6 },
        text: { value: 7, persistent: 'true' },
      }),
    ).toEqual({ kept: 1, gone: null })
  })
})
