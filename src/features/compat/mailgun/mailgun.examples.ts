export const mailgunExamples = {
  MailgunMessage: {
    from: 'The Shop <hello@shop.test>',
    to: ['ada@example.com'],
    subject: 'Your order A-1043 is on its way',
    html: '<p>Hello Ada, your order A-1043 left our warehouse today.</p>',
    'o:tag': ['shipping'],
  },
  MailgunQueued: {
    id: '<019c2f40-1b7e-7a02-8f53-5a9d40c6e711@shop.test>',
    message: 'Queued. Thank you.',
  },
}
