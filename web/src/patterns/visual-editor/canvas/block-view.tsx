// A block as the server renders it, with its texts to be written in place.
import { Image as ImageIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../../../components/classes.ts'
import { columnsOf } from '../model/block-document.ts'
import type { BlockKind, EmailBlock } from '../model/block-document.ts'
import type { ListPlace } from '../model/block-lists.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'
import { useCanvas } from './canvas-context.ts'
import { buttonStyle, HEADING_SIZES } from './look.ts'
import { HtmlView, LogoView, ProductsView, SocialView } from './data-views.tsx'
import { PlainInPlace, TextInPlace } from './text-in-place.tsx'
import { useOwnImage } from './use-own-image.ts'

type ViewOf<Kind extends BlockKind> = { block: Extract<EmailBlock, { type: Kind }>; list: ListPlace }

/** Renders the blocks of a column. */
export type RenderList = (blocks: readonly EmailBlock[], list: ListPlace) => ReactNode

type BlockViewProps = { block: EmailBlock; list: ListPlace; renderList: RenderList }

export function BlockView({ block, list, renderList }: BlockViewProps): ReactNode {
  switch (block.type) {
    case 'heading':
      return <HeadingView block={block} list={list} />
    case 'text':
      return <TextView block={block} list={list} />
    case 'image':
      return <ImageView block={block} list={list} />
    case 'button':
      return <ButtonView block={block} list={list} />
    case 'divider':
      return (
        <div className="px-6 py-4">
          <div className="h-px bg-[#d4d4d8]" />
        </div>
      )
    case 'spacer':
      return <div style={{ height: block.height }} />
    case 'columns':
      return <ColumnsView block={block} list={list} renderList={renderList} />
    case 'footer':
      return <FooterView block={block} list={list} />
    case 'logo':
      return <LogoView block={block} />
    case 'social':
      return <SocialView block={block} />
    case 'products':
      return <ProductsView block={block} />
    case 'html':
      return <HtmlView block={block} />
  }
}

function HeadingView({ block }: ViewOf<'heading'>) {
  const { actions, theme } = useCanvas()
  const id = String(block.id)
  const style: CSSProperties = {
    color: block.color ?? theme.heading ?? undefined,
    textAlign: block.align,
    fontSize: HEADING_SIZES[block.level - 1],
    lineHeight: 1.25,
  }
  return (
    <div className="px-6 py-2 font-bold" style={style}>
      <PlainInPlace
        id={id}
        kind="line"
        label={texts.kinds.heading}
        placeholder={texts.placeholders.heading}
        text={block.text}
        onText={(text) => actions.changeBlock({ ...block, text })}
        onEnter={() => actions.addTextAfter(id)}
        onEmpty={() => actions.remove(id)}
      />
    </div>
  )
}

function TextView({ block, list }: ViewOf<'text'>) {
  const { actions } = useCanvas()
  const id = String(block.id)
  return (
    <div className="px-6 py-2" style={{ textAlign: block.align, color: block.color ?? undefined }}>
      <TextInPlace
        id={id}
        kind="rich"
        label={texts.kinds.text}
        placeholder={texts.placeholders.text}
        value={block.content}
        onChange={(content) => actions.changeBlock({ ...block, content })}
        onSlash={(paragraph, kind) => actions.replaceParagraph({ id, paragraph }, kind)}
        onEmpty={() => actions.remove(id)}
        isInColumn={list !== undefined}
      />
    </div>
  )
}

function ButtonView({ block }: ViewOf<'button'>) {
  const { actions, theme } = useCanvas()
  const id = String(block.id)
  return (
    <div className="px-6 py-3" style={{ textAlign: block.align }}>
      <div
        className={classes(
          'max-w-full min-w-24 px-6 py-3 text-center leading-[1.2]',
          block.fullWidth ? 'block' : 'inline-block',
        )}
        style={buttonStyle(theme, block.color)}
      >
        <PlainInPlace
          id={id}
          kind="line"
          label={texts.fields.buttonText}
          placeholder={texts.placeholders.button}
          text={block.text}
          onText={(text) => actions.changeBlock({ ...block, text })}
          onEnter={() => actions.addTextAfter(id)}
        />
      </div>
    </div>
  )
}

const SIDES = { left: 'mr-auto', center: 'mx-auto', right: 'ml-auto' }

function ImageView({ block }: ViewOf<'image'>) {
  const { theme } = useCanvas()
  const { src, alt, width, align, rounded } = block
  const own = useOwnImage(src)
  const missing =
    src === '' ? texts.placeholders.image : texts.placeholders.otherImage(alt || texts.placeholders.noAlt)
  return (
    <div className="px-6 py-2">
      {own !== undefined ? (
        <img
          src={own}
          alt={alt}
          draggable={false}
          className={classes('block', SIDES[align])}
          style={{ width: `${width}%`, borderRadius: rounded ? theme.radius : undefined }}
        />
      ) : (
        <div
          className={classes(
            'flex min-h-28 flex-col items-center justify-center gap-2 rounded-md border border-dashed border-[#71717a] bg-[#f4f4f5] p-4 text-center font-sans text-sm text-[#3f3f46]',
            SIDES[align],
          )}
          style={{ width: `${src === '' ? 100 : width}%` }}
        >
          <ImageIcon className="size-5" aria-hidden />
          <span className="max-w-full break-words">{missing}</span>
        </div>
      )}
    </div>
  )
}

function ColumnsView({ block, renderList }: ViewOf<'columns'> & { renderList: RenderList }) {
  const columns = columnsOf(block)
  const shares = block.widths ?? columns.map(() => 1)
  const style = {
    // As the server does, the columns of a narrow email are below each other.
    '--columns': shares.map((share) => `minmax(0, ${share}fr)`).join(' '),
    backgroundColor: block.background ?? undefined,
  } as CSSProperties
  return (
    <div
      className={classes('grid @lg:grid-cols-(--columns)', block.background !== null && 'py-4')}
      style={style}
    >
      {columns.map((inner, column) => (
        <div
          // Columns have no identity of their own.
          key={`${columns.length}-${column}`}
          role="group"
          aria-label={texts.column(column + 1)}
          data-column
          className="min-w-0"
        >
          {renderList(inner, { columns: String(block.id), column })}
        </div>
      ))}
    </div>
  )
}

function FooterView({ block }: ViewOf<'footer'>) {
  const { actions, theme, brand } = useCanvas()
  const id = String(block.id)
  const { text, unsubscribe, preferences } = block
  return (
    <div className="px-6 py-2 text-center text-[13px]" style={{ color: theme.muted }}>
      {text === null ? (
        <p className="whitespace-pre-line">
          {brand.footer !== null && `${brand.footer}\n`}
          {texts.placeholders.postalAddress}
        </p>
      ) : (
        <PlainInPlace
          id={id}
          kind="lines"
          label={texts.fields.footer}
          placeholder={texts.placeholders.footer}
          text={text}
          onText={(changed) => actions.changeBlock({ ...block, text: changed })}
        />
      )}
      <div className="flex flex-wrap justify-center gap-x-3 underline">
        <PlainInPlace
          id={id}
          kind="line"
          label={texts.fields.unsubscribe}
          placeholder={texts.placeholders.unsubscribe}
          text={unsubscribe}
          onText={(changed) => actions.changeBlock({ ...block, unsubscribe: changed })}
        />
        {preferences !== '' && <span>{preferences}</span>}
      </div>
    </div>
  )
}
