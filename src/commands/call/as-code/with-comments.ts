import {
  CommentedJsonError,
  parseCommentedJson,
  printCommentedJson,
} from '../../../platform/json/commented-json.ts'
import { FrontMatterError, parseFrontMatter, printFrontMatter } from '../../../platform/text/front-matter.ts'

type Texts = { name: string; theirs: string; own: string | undefined }

/** The text of the project with the comments of the file that is there. */
export function withComments({ name, theirs, own }: Texts): string {
  if (own === undefined) return theirs
  try {
    if (/\.jsonc?$/.test(name)) return keepInJson(theirs, own)
    return /\.(?:html|mjml)$/.test(name) ? keepAboveBody(theirs, own) : theirs
  } catch (error) {
    // A file that cannot be read has no comments to keep.
    if (error instanceof CommentedJsonError || error instanceof FrontMatterError) return theirs
    throw error
  }
}

function keepInJson(theirs: string, own: string): string {
  const { comments } = parseCommentedJson(own)
  return comments.size === 0 ? theirs : printCommentedJson(parseCommentedJson(theirs).value, comments)
}

function keepAboveBody(theirs: string, own: string): string {
  const { comments } = parseFrontMatter(own)
  return comments.size === 0 ? theirs : printFrontMatter({ ...parseFrontMatter(theirs), comments })
}
