// The state of the visual editor: the document with its undo steps, and the selected block. The canvas and the panel share it.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DEFAULT_BRAND } from '../../../../src/features/templates/brand/brand.schema.ts'
import type { BrandKit } from '../../../../src/features/templates/brand/brand.schema.ts'
import { brandQuery } from '../../api/content/brand.ts'
import { useProject } from '../../app/use-project.ts'
import { useLatest } from '../../hooks/use-latest.ts'
import { useUndo } from '../../hooks/use-undo.ts'
import { newBlock, readDocument } from './model/block-document.ts'
import type { BlockDocument, BlockKind, BlockTheme, EmailBlock } from './model/block-document.ts'
import { everyBlock, findBlock } from './model/block-lists.ts'
import type { Gap } from './model/block-lists.ts'
import {
  duplicateBlock,
  gapAfter,
  insertAt,
  moveBy,
  moveTo,
  removeBlock,
  replaceBlock,
  replaceParagraph,
} from './model/edit-blocks.ts'
import type { BlocksChange } from './model/edit-blocks.ts'

export type VisualEditor = ReturnType<typeof useVisualEditor>
export type EditorActions = VisualEditor['actions']

/** The part of a block that gets the focus after a change. */
type FocusPart = 'text' | 'block'

/** A new object each time, so that the same block can get the focus again. */
export type FocusRequest = { id: string; part: FocusPart }

type VisualEditorOptions = {
  /** The document as JSON; empty if there is none. */
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean
}

export function useVisualEditor({ value, onChange, isReadOnly }: VisualEditorOptions) {
  const { document, remember } = useKnownDocument(value)
  const brand: BrandKit = useQuery(brandQuery(useProject().api)).data ?? DEFAULT_BRAND
  const [selected, setSelected] = useState<string>()
  const [focusRequest, setFocusRequest] = useState<FocusRequest>()
  const focus = (id: string | undefined, part: FocusPart) => {
    setSelected(id)
    setFocusRequest(id === undefined ? undefined : { id, part })
  }
  const history = useUndo(value, (text) => {
    onChange(text)
    // The block that had the focus may be gone.
    const near = nearestBlock({ from: document, to: readDocument(text) }, selected)
    if (near === selected) return
    const isInBlock = window.document.activeElement?.closest('[data-block]') !== null
    if (isInBlock) focus(near, 'block')
    else setSelected(near)
  })
  const write = (next: BlockDocument, isOwnStep: boolean) => {
    const text = JSON.stringify(next)
    remember(text, next)
    history.change(text, { isOwnStep })
  }
  /** Adding, moving and removing blocks are undo steps of their own, unlike typing. */
  const edit = useLatest((change: BlocksEdit, part: FocusPart) => {
    if (isReadOnly) return
    const { blocks, selected: next } = change(document.blocks, selected)
    write({ ...document, blocks }, true)
    focus(next, part)
  })
  const changeBlock = useLatest((block: EmailBlock) =>
    write({ ...document, blocks: replaceBlock(document.blocks, block) }, false),
  )
  const changeTheme = useLatest((theme: BlockTheme | null) => write({ ...document, theme }, false))
  const actions = useMemo(
    () => ({
      select: setSelected,
      focus: (id: string, part: FocusPart) => setFocusRequest({ id, part }),
      changeBlock,
      changeTheme,
      ...blockActions(edit),
    }),
    [changeBlock, changeTheme, edit],
  )
  return {
    document,
    brand,
    /** The theme of the document, or of the brand kit. */
    theme: document.theme ?? brand.theme,
    isReadOnly,
    selected: selected === undefined ? undefined : findBlock(document.blocks, selected)?.block,
    focusRequest,
    actions,
    undo: isReadOnly ? undefined : history.undo,
    redo: isReadOnly ? undefined : history.redo,
  }
}

type BlocksEdit = (blocks: readonly EmailBlock[], selected: string | undefined) => BlocksChange

function blockActions(edit: (change: BlocksEdit, part: FocusPart) => void) {
  return {
    /** Without a gap: after the selected block. */
    add: (kind: BlockKind, gap?: Gap) =>
      edit(
        (blocks, selected) => insertAt(blocks, gap ?? gapAfter(blocks, selected, kind), newBlock(kind)),
        partOf(kind),
      ),
    addTextAfter: (id: string) =>
      edit((blocks) => insertAt(blocks, gapAfter(blocks, id, 'text'), newBlock('text')), 'text'),
    remove: (id: string) => edit((blocks) => removeBlock(blocks, id), 'block'),
    duplicate: (id: string) => edit((blocks) => duplicateBlock(blocks, id), 'block'),
    move: (id: string, by: 1 | -1) => edit((blocks) => moveBy(blocks, id, by), 'block'),
    drop: (id: string, gap: Gap) => edit((blocks) => moveTo(blocks, id, gap), 'block'),
    replaceParagraph: (place: { id: string; paragraph: number }, kind: BlockKind) =>
      edit((blocks) => replaceParagraph(blocks, place, kind), partOf(kind)),
  }
}

/** A new block is written at once. */
const partOf = (kind: BlockKind): FocusPart =>
  kind === 'text' || kind === 'heading' || kind === 'button' ? 'text' : 'block'

/** The block itself if it is still there, else the one that is in its place. */
function nearestBlock(
  { from, to }: { from: BlockDocument; to: BlockDocument },
  id: string | undefined,
): string | undefined {
  const place = everyBlock(from.blocks).findIndex(({ block }) => block.id === id)
  const next = everyBlock(to.blocks)
  if (place === -1 || next.some(({ block }) => block.id === id)) return id
  return next[Math.min(place, next.length - 1)]?.block.id
}

/** Keeps the objects of a document that was written here, so that only changed blocks are drawn again. */
function useKnownDocument(value: string) {
  const [known, setKnown] = useState(() => ({ text: value, document: readDocument(value) }))
  const current = known.text === value ? known : { text: value, document: readDocument(value) }
  if (current !== known) setKnown(current)
  return {
    document: current.document,
    remember: (text: string, document: BlockDocument) => setKnown({ text, document }),
  }
}
