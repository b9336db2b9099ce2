import { sendEmail } from '../../../lib/lettermill'

export async function POST(request: Request): Promise<Response> {
  const { email, order } = await request.json()
  const id = await sendEmail(
    {
      to: email,
      from: 'hello@shop.test',
      subject: 'Your order {{ order }}',
      body: '<p>Thank you for order {{ order }}.</p>',
      data: { order },
    },
    `receipt-${order}`,
  )
  return Response.json({ id }, { status: 202 })
}
