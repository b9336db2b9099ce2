// The body of an email that may be made of blocks: of a template, a campaign, a variant or a step of a workflow.
import { invalidFields } from '../../../platform/errors.ts'
import type { BrandKit } from '../brand/brand.schema.ts'
import { blocksToMjml } from './blocks-to-mjml.ts'
import { Blocks } from './blocks.schema.ts'
import type { BlockDocument, EmailBlock } from './blocks.schema.ts'

export type BodyAndBlocks = { body?: string | null | undefined; blocks?: BlockDocument | null | undefined }
export type ResolvedBody = { body: string; blocks: BlockDocument | null }

type Context = {
  kit: BrandKit
  /** The body that the email had before. */
  before?: string | null | undefined
  /** The path of the blocks in the request. */
  field?: string
}

/**
 * Generates the body from blocks. A client may send a whole record back, so beside blocks two bodies are accepted: the
 * generated one and the previous one. @throws AppError for any other body
 */
export function resolveBody(
  { body, blocks }: BodyAndBlocks,
  { kit, before, field = 'blocks' }: Context,
): ResolvedBody {
  if (!blocks) return { body: body ?? '', blocks: null }
  const generated = blocksToMjml(blocks, kit)
  const isAccepted = (body ?? null) === null || body === generated || body === before
  if (isAccepted) return { body: generated, blocks }
  throw invalidFields({
    field,
    message:
      'must be omitted: the request also has a body, which differs from the one generated from these blocks',
    code: 'custom',
  })
}

/** Body and blocks belong together: new blocks generate a new body, and a new body removes the blocks. */
export function patchBody(given: BodyAndBlocks, before: ResolvedBody, context: Context): ResolvedBody {
  const { body, blocks } = given
  if (blocks) return resolveBody(given, { ...context, before: before.body })
  if ((body ?? null) !== null && body !== before.body) return { body: body ?? '', blocks: null }
  return { body: before.body, blocks: blocks === null ? null : before.blocks }
}

/** The body of a stored email with the brand kit as it is now, if its blocks use it. Parsing adds what older documents lack. */
export function currentBody({ body, blocks }: { body: string; blocks: unknown }, kit: BrandKit): string {
  if (blocks === null || blocks === undefined) return body
  const document = Blocks.parse(blocks)
  return usesBrand(document) ? blocksToMjml(document, kit) : body
}

const usesBrand = ({ theme, blocks }: BlockDocument): boolean => theme === null || blocks.some(isBranded)

function isBranded(block: EmailBlock): boolean {
  if (block.type === 'columns') return block.columns.flat().some(isBranded)
  if (block.type === 'social') return block.links === null
  return block.type === 'logo' || (block.type === 'footer' && block.text === null)
}
