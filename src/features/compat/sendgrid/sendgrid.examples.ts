export const sendgridExamples = {
  SendgridEmail: {
    personalizations: [{ to: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] }],
    from: { email: 'hello@shop.test', name: 'The Shop' },
    subject: 'Your order A-1043 is on its way',
    content: [{ type: 'text/html', value: '<p>Hello Ada, your order A-1043 left our warehouse today.</p>' }],
    categories: ['shipping'],
  },
  SendgridAccepted: null,
}
