import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './brand.schema.ts'

const kit = {
  logo: {
    src: 'https://mail.shop.test/i/5f0c7e52.png',
    alt: 'The Shop',
    href: 'https://shop.test',
    width: 160,
  },
  theme: {
    background: '#f4f4f5',
    panel: '#ffffff',
    text: '#27272a',
    accent: '#0f766e',
    font: 'sans' as const,
    heading: null,
    link: null,
    muted: '#52525b',
    width: 600,
    radius: 6,
  },
  footer: 'You get this email because you signed up at shop.test.',
  social: [{ network: 'instagram' as const, href: 'https://www.instagram.com/theshop' }],
}

export const brandExamples = {
  BrandKitAnswer: { ...kit, updatedAt: '2026-02-02T09:05:12.000Z' },
  BrandKitPatch: { theme: { accent: '#0f766e' }, footer: kit.footer, social: kit.social },
} satisfies ExamplesOf<typeof schemas>
