import { describe, expect, it } from 'vitest'
import { Blocks } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { DEFAULT_BRAND } from '../../../../../src/features/templates/brand/brand.schema.ts'
import { changesFrom, draftOf, newSocialRow, previewOf, problemsOf } from './brand-draft.ts'

const KIT = { ...DEFAULT_BRAND, updatedAt: null }
const LOGO = { src: 'https://shop.test/logo.png', alt: 'Shop', href: '', width: '120' }

describe('the brand kit as it is typed', () => {
  it('has no changes at first, and sends only what differs', () => {
    const draft = draftOf(KIT)
    expect(changesFrom(KIT, draft)).toEqual({})
    expect(changesFrom(KIT, { ...draft, footer: 'Hello', logo: LOGO })).toEqual({
      footer: 'Hello',
      logo: { ...LOGO, width: 120 },
    })
    expect(changesFrom({ ...KIT, footer: 'Hello' }, draft)).toEqual({ footer: null })
  })

  it('has problems at the fields that the API would refuse', () => {
    const draft = draftOf(KIT)
    expect(problemsOf(draft)).toEqual({})
    const theme = { ...draft.theme, width: '', radius: '99' }
    const social = [newSocialRow('x')]
    const logo = { ...LOGO, src: 'shop.test/logo.png' }
    expect(Object.keys(problemsOf({ ...draft, logo, theme, social })).toSorted()).toEqual([
      'logo.src',
      'social.0.href',
      'theme.radius',
      'theme.width',
    ])
  })

  it('is shown by an email that the API accepts', () => {
    const social = [{ ...newSocialRow('mastodon'), href: 'https://social.test/@shop' }]
    const document = Blocks.parse(previewOf({ ...draftOf(KIT), logo: LOGO, footer: 'Hello', social }))
    expect(document.blocks.map(({ type }) => type)).toEqual([
      'image',
      'heading',
      'text',
      'button',
      'divider',
      'social',
      'footer',
    ])
    expect(document.blocks.at(-1)).toMatchObject({ text: 'Hello\n{{ lm_postal_address }}' })
  })
})
