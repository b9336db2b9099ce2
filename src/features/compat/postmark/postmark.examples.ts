const id = '019c2f40-1b7e-7a02-8f53-5a9d40c6e711'

const email = {
  From: 'The Shop <hello@shop.test>',
  To: 'ada@example.com',
  Subject: 'Your order A-1043 is on its way',
  HtmlBody: '<p>Hello Ada, your order A-1043 left our warehouse today.</p>',
  Tag: 'shipping',
}

const templateEmail = {
  From: 'The Shop <hello@shop.test>',
  To: 'ada@example.com',
  TemplateAlias: 'password-reset',
  TemplateModel: { firstName: 'Ada', resetUrl: 'https://shop.example/reset/8f2c' },
}

const sent = {
  To: 'ada@example.com',
  SubmittedAt: '2026-02-02T09:30:00.000Z',
  MessageID: id,
  ErrorCode: 0,
  Message: 'OK',
}

export const postmarkExamples = {
  PostmarkEmail: email,
  PostmarkTemplateEmail: templateEmail,
  PostmarkBatch: [email],
  PostmarkTemplateBatch: { Messages: [templateEmail] },
  PostmarkSent: sent,
  PostmarkResults: [sent],
}
