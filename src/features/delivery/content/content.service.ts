import type { ProjectId } from '../../../platform/ids.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { runTemplateTask } from '../../templates/index.ts'
import { finishTask } from './content.threads.ts'
import type { ContentTranslation } from './content.ts'
import { toWireContent } from './finish-content.ts'
import type { FinishedContent, UnfinishedWireContent } from './finish-content.ts'

// Takes some milliseconds on the first run; a megabyte of links or line ends takes hundreds.
const MOST_CHARACTERS_HERE = 20_000

/** Finishes a content: in this thread if it is short, else in a task thread. @throws AppError if it takes too long */
export async function finishForWire(
  threads: ThreadPool,
  { projectId, ...content }: UnfinishedWireContent & { projectId: ProjectId },
): Promise<FinishedContent> {
  if (content.html.length + content.text.length <= MOST_CHARACTERS_HERE) return toWireContent(content)
  return runTemplateTask(threads, { task: finishTask, input: content, projectId })
}

/** The prepared texts of a content in another language. */
export type PreparedTranslation = {
  language: string
  subject: string
  html: string
  text_part: string
  is_plain: boolean
}

type FinishedTranslations = Pick<FinishedContent, 'links' | 'trackOpens'> & {
  translations: ContentTranslation[]
}

type TranslationInput = Pick<UnfinishedWireContent, 'isMarketing' | 'tracking' | 'utm'> & {
  projectId: ProjectId
  finished: FinishedContent
  translations: readonly PreparedTranslation[]
}

/** Finishes the other languages of a content. Its links are those of all languages. @throws AppError if it takes too long */
export async function finishTranslations(
  threads: ThreadPool,
  { finished, translations, ...shared }: TranslationInput,
): Promise<FinishedTranslations> {
  const done: ContentTranslation[] = []
  const links = [...finished.links]
  let { trackOpens } = finished
  for (const { language, subject, html, text_part: text, is_plain: isPlain } of translations) {
    const firstLink = links.length
    const one = await finishForWire(threads, { ...shared, html, text, isPlain, firstLink })
    links.push(...one.links)
    trackOpens ||= one.trackOpens
    done.push({
      language,
      subject,
      html: one.html,
      text: one.text,
      isPlain,
      firstLink,
      linkCount: one.links.length,
    })
  }
  return { links, trackOpens, translations: done }
}
