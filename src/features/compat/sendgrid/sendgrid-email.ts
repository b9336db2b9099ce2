// Emails of SendGrid as ours: each personalization is one email.
import { invalidFields } from '../../../platform/errors.ts'
import type { StrictBody } from '../../../platform/http/validation/body-shape.ts'
import { MEGABYTE } from '../../../platform/schemas/bounded.schema.ts'
import { literalIfAny } from '../literal.ts'
import type { OwnRequest } from '../send-through.ts'
import type { SendgridEmail } from './sendgrid.schema.ts'

export const strictEmail: StrictBody = {
  records: [],
  hints: {
    substitutions: 'store the text as a template in Lettermill and send dynamic_template_data',
    sections: 'store the text as a template in Lettermill and send dynamic_template_data',
    asm: 'unsubscribe groups are topics in Lettermill: docs/topics.md',
    ip_pool_name: 'a domain chooses its transports in Lettermill: docs/sending.md',
    batch_id: 'cancel an email of Lettermill with POST /emails/{id}/cancel',
    substitution_tag: 'the pixel is always at the end of the email',
  },
}

type Personalization = SendgridEmail['personalizations'][number]

/** @throws AppError if the content, once per email, is larger than a body may be */
export function toOwnRequests(
  email: SendgridEmail,
  { allowedBytes }: { allowedBytes: number },
): OwnRequest[] {
  const { personalizations, content = [], attachments = [] } = email
  const size = [...content.map(({ value }) => value), ...attachments.map((file) => file.content)]
    .map(({ length }) => length)
    .reduce((sum, length) => sum + length, 0)
  if (personalizations.length > 1 && size * personalizations.length > allowedBytes) {
    throw invalidFields({
      field: 'personalizations',
      message: `must take at most ${Math.floor(allowedBytes / MEGABYTE)} MB, counting content and attachments once per entry; send fewer entries per call`,
      code: 'too_big',
    })
  }
  return personalizations.map((one) => toOwnRequest(email, one))
}

function toOwnRequest(email: SendgridEmail, one: Personalization): OwnRequest {
  const sendAt = one.send_at ?? email.send_at
  const valueOf = (wanted: string) => email.content?.find(({ type }) => type === wanted)?.value
  return {
    to: one.to,
    cc: one.cc,
    bcc: one.bcc,
    from: one.from ?? email.from,
    reply: email.reply_to ?? email.reply_to_list?.[0],
    subject: literalIfAny(one.subject ?? email.subject),
    body: literalIfAny(valueOf('text/html')),
    text: literalIfAny(valueOf('text/plain')),
    headers: { ...email.headers, ...one.headers },
    attachments: email.attachments?.map((file) => ({
      filename: file.filename,
      content: file.content,
      contentType: file.type,
      disposition: file.disposition,
      contentId: file.content_id ?? file.contentId,
    })),
    tags: [
      ...(email.categories ?? []),
      ...Object.entries({ ...email.custom_args, ...one.custom_args }).map(
        ([name, value]) => `${name}:${value}`,
      ),
    ],
    template: email.template_id === undefined ? undefined : templateOf(email.template_id),
    data: one.dynamic_template_data,
    tracking: {
      opens: email.tracking_settings?.open_tracking?.enable,
      clicks: email.tracking_settings?.click_tracking?.enable,
    },
    ...(sendAt !== undefined && { scheduledFor: new Date(sendAt * 1_000).toISOString() }),
  }
}

/** An id of SendGrid is the alias of the template that `lettermill import sendgrid` has made of it. */
const SENDGRID_ID = /^d-[0-9a-f]{32}$/i

const templateOf = (id: string): string => (SENDGRID_ID.test(id) ? id.toLowerCase() : id.replace(/^d-/, ''))
