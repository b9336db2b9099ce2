// Blocks whose content is not written in the picture: it comes from the brand kit, from data, or is HTML.
import { Stamp } from 'lucide-react'
import type { BlockKind, EmailBlock } from '../model/block-document.ts'
import { networkNames } from '../../social/social.texts.ts'
import { EmailFrame } from '../../email/email-frame.tsx'
import { visualEditor } from '../visual-editor.texts.ts'
import { useCanvas } from './canvas-context.ts'
import { buttonStyle } from './look.ts'
import { useOwnImage } from './use-own-image.ts'

const { placeholders: texts } = visualEditor

type ViewOf<Kind extends BlockKind> = { block: Extract<EmailBlock, { type: Kind }> }

const note =
  'rounded-md border border-dashed border-[#71717a] bg-[#f4f4f5] p-3 text-center font-sans text-sm text-[#3f3f46]'

export function LogoView({ block }: ViewOf<'logo'>) {
  const { logo } = useCanvas().brand
  const src = useOwnImage(logo?.src ?? '')
  return (
    <div className="px-6 py-2" style={{ textAlign: block.align }}>
      {logo && src !== undefined ? (
        <img
          src={src}
          alt={logo.alt}
          draggable={false}
          className="inline-block max-w-full"
          style={{ width: logo.width }}
        />
      ) : (
        <span className={`inline-flex items-center gap-2 ${note}`}>
          <Stamp className="size-4 shrink-0" aria-hidden />
          {logo ? texts.otherImage(logo.alt || texts.noAlt) : texts.logo}
        </span>
      )}
    </div>
  )
}

export function SocialView({ block: { links: own, align } }: ViewOf<'social'>) {
  const { theme, brand } = useCanvas()
  const links = own ?? brand.social
  return (
    <div className="px-6 py-2" style={{ textAlign: align }}>
      {links.length === 0 ? (
        <span className={`inline-block ${note}`}>{texts.social}</span>
      ) : (
        <span className="font-bold" style={{ color: theme.link ?? theme.accent }}>
          {links.map(({ network, label }) => label ?? networkNames[network]).join(' · ')}
        </span>
      )}
    </div>
  )
}

/** One product as the others will look. */
export function ProductsView({ block }: ViewOf<'products'>) {
  const { theme } = useCanvas()
  const { list, limit, perRow, title, image, price, button } = block
  return (
    <div className="px-4 py-2 text-center">
      <p className="pb-2 font-sans text-xs opacity-80">{texts.products(list, limit)}</p>
      <div className="grid gap-4" style={{ gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}>
        {Array.from({ length: perRow }, (_, place) => (
          <div key={place} aria-hidden={place > 0} className="flex flex-col items-center gap-1 break-words">
            {image !== '' && <div className={`${note} w-full py-8`}>{texts.product(image)}</div>}
            {title !== '' && <strong className="max-w-full">{texts.product(title)}</strong>}
            {price !== '' && <span className="max-w-full">{texts.product(price)}</span>}
            {button !== '' && (
              <span className="mt-2 inline-block px-4 py-2" style={buttonStyle(theme)}>
                {button}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

/** In a frame of its own origin, because it is untrusted. A click selects the block instead of its content. */
export function HtmlView({ block: { html } }: ViewOf<'html'>) {
  return (
    <div className="px-6 py-2">
      {html.trim() === '' ? (
        <p className={note}>{texts.html}</p>
      ) : (
        <div inert className="pointer-events-none">
          <EmailFrame title={texts.htmlTitle} html={html} width="desktop" isBare />
        </div>
      )}
    </div>
  )
}
