import type { Call, CallCommand } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { fileText, jsonObject } from './input.ts'
import { field, getCommand, listCommand, text } from './listing.ts'

type RenderedTemplate = { subject: string; html: string; text: string; missing: string[] }

const PARTS = ['html', 'text', 'subject'] as const

const renderTemplate: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'templates render',
  summary: 'Render a template, or a file that is not saved',
  arguments: [{ name: 'id', summary: 'Id of the template', isOptional: true }],
  options: {
    file: text('<file>', 'File with a body to render instead; - is standard input'),
    subject: text('<text>', 'Subject of the file'),
    data: text('<json>', 'Values of variables'),
    'contact-id': text('<id>', 'Contact whose fields are filled in'),
    language: text('<tag>', 'Language of a template that has translations'),
    part: { ...text('<part>', 'Print only this part'), choices: PARTS },
  },
  async run(call) {
    const rendered = await render(call)
    if (rendered.missing.length > 0) call.output.note(`Missing values: ${rendered.missing.join(', ')}`)
    const part = PARTS.find((name) => name === call.text('part'))
    if (part !== undefined) return call.output.line(rendered[part], () => rendered[part])
    call.output.record(rendered, () => `Subject: ${rendered.subject}\n\n${rendered.text}`)
  },
}

async function render(call: Call): Promise<RenderedTemplate> {
  const [id, file] = [call.word('id'), call.text('file')]
  if ((id === '') === (file === undefined)) throw new UsageError('Give the id of a template, or --file.')
  const shared = { data: jsonObject('--data', call.text('data')), contactId: call.text('contact-id') }
  if (file === undefined) {
    const path = `/templates/${encodeURIComponent(id)}/render`
    return call.api.compute(path, { ...shared, language: call.text('language') })
  }
  const body = { ...shared, subject: call.text('subject') ?? file, body: await fileText(file) }
  return call.api.compute('/templates/render', body)
}

export const TEMPLATE_COMMANDS: readonly CallCommand[] = [
  listCommand({
    resource: 'templates',
    path: '/templates',
    columns: [field('id'), field('alias'), field('name'), field('type'), field('subject'), field('version')],
    filters: { search: text('<text>', 'Part of the name') },
  }),
  getCommand({ resource: 'templates', path: '/templates', record: 'template' }),
  renderTemplate,
]
