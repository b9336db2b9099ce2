// Emails between the form of Postmark and ours.
import type { StrictBody } from '../../../platform/http/validation/body-shape.ts'
import { formatMailbox } from '../../../platform/addresses/email-address.ts'
import { literalIfAny } from '../literal.ts'
import type { Entries, OwnRequest } from '../send-through.ts'
import { inactive } from './postmark-provider.ts'
import type { PostmarkRefusal } from './postmark-provider.ts'
import type { PostmarkEmail, PostmarkSent, PostmarkTemplateEmail } from './postmark.schema.ts'

const hints = {
  TemplateId: 'templates in Lettermill have no numbers: pass the alias or id as TemplateAlias',
  TemplateAlias: 'send a template with POST /email/withTemplate',
  TemplateModel: 'send a template with POST /email/withTemplate',
  Subject: 'the template has the subject',
  HtmlBody: 'the template has the HTML',
  TextBody: 'the template has the text',
}

export const strictEmail: StrictBody = { records: [], hints }

type CommonEmail = Omit<PostmarkTemplateEmail, 'TemplateAlias' | 'TemplateModel' | 'InlineCss'>

export const toOwnRequest = (email: PostmarkEmail): OwnRequest => ({
  ...commonParts(email),
  subject: literalIfAny(email.Subject),
  body: literalIfAny(email.HtmlBody),
  text: literalIfAny(email.TextBody),
})

export const toOwnTemplateRequest = (email: PostmarkTemplateEmail): OwnRequest => ({
  ...commonParts(email),
  template: email.TemplateAlias,
  data: email.TemplateModel,
})

function commonParts(email: CommonEmail): OwnRequest {
  const { Tag: tag, Metadata: metadata = {}, TrackOpens: opens, TrackLinks: links } = email
  return {
    to: email.To,
    cc: email.Cc,
    bcc: email.Bcc,
    from: email.From,
    reply: email.ReplyTo?.[0],
    headers: Object.fromEntries((email.Headers ?? []).map(({ Name, Value }) => [Name, Value])),
    attachments: email.Attachments?.map((file) => ({
      filename: file.Name,
      content: file.Content,
      contentType: file.ContentType,
      ...(file.ContentID && { contentId: file.ContentID.replace(/^cid:/, ''), disposition: 'inline' }),
    })),
    tags: [
      ...(tag === undefined || tag === '' ? [] : [`tag:${tag}`]),
      ...Object.entries(metadata).map(([name, value]) => `${name}:${value}`),
    ],
    tracking: {
      ...(opens !== undefined && { opens }),
      ...(links !== undefined && { clicks: links !== 'None' }),
    },
  }
}

type Addresses = Pick<CommonEmail, 'To' | 'Cc' | 'Bcc'>

/** An email whose recipients are all suppressed is a refusal, as clients of Postmark expect it. */
export function toPostmarkResult(
  { To: to, Cc: cc, Bcc: bcc }: Addresses,
  { entries, now }: { entries: Entries; now: Date },
): PostmarkSent | PostmarkRefusal {
  if (entries.every(({ status }) => status === 'SUPPRESSED')) {
    return inactive(entries.map(({ contact }) => contact.email))
  }
  return {
    To: to.map(formatMailbox).join(', '),
    ...(cc && { Cc: cc.map(formatMailbox).join(', ') }),
    ...(bcc && { Bcc: bcc.map(formatMailbox).join(', ') }),
    SubmittedAt: now.toISOString(),
    MessageID: entries[0].email,
    ErrorCode: 0,
    Message: 'OK',
  }
}
