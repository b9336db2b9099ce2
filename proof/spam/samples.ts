// The emails that a new project sends first, and the templates of the gallery with their sample data.
import { GALLERY } from '../../src/features/templates/gallery/gallery.values.ts'

export type Sample = { name: string; template?: Record<string, unknown>; request: Record<string, unknown> }

export const FIRST_EMAILS: readonly Sample[] = [
  {
    name: 'password reset',
    request: {
      subject: 'Reset your password',
      body: '<p>Hello Ann,</p><p>somebody asked to reset the password of your account. If it was you, follow this link within an hour:</p><p><a href="https://shop.example/reset/8f3c1d">Choose a new password</a></p><p>If it was not you, ignore this email.</p>',
    },
  },
  {
    name: 'welcome',
    request: {
      subject: 'Welcome to Shop',
      body: '<p>Hi Ann,</p><p>welcome! Your account is ready.</p><p><a href="https://shop.example/start">Get started</a></p>',
    },
  },
  {
    name: 'receipt',
    request: {
      subject: 'Your receipt 2041',
      body: '<html><body><h1>Thank you for your order</h1><p>Order 2041 of 15 November. We have charged your card.</p><table><tr><td>Coffee grinder</td><td>49.00 EUR</td></tr><tr><td>Filter papers, 100 pieces</td><td>6.50 EUR</td></tr><tr><td>Shipping</td><td>4.50 EUR</td></tr><tr><td>Total</td><td>60.00 EUR</td></tr></table><p>Your parcel leaves our warehouse tomorrow. <a href="https://shop.example/orders/2041">See the order</a></p></body></html>',
    },
  },
  {
    name: 'marketing newsletter',
    template: {
      name: 'Newsletter',
      type: 'MARKETING',
      subject: 'What is new in November',
      body: '<html><body><h1>What is new in November</h1><p>Hello Ann,</p><p>we have spent the autumn with new roasts and a small book about brewing by hand. This is what you will find in the shop from Monday on, and where to taste it before.</p><h2>Three new roasts</h2><p>One from Huehuetenango, one from Sidama and a decaf that we are proud of. <a href="https://shop.example/roasts">Read about them</a></p><h2>A book about brewing</h2><p>Eighty pages, many drawings, no dogma. <a href="https://shop.example/book">Look inside</a></p><h2>Tastings</h2><p>Every Saturday in the roastery, from ten to two. <a href="https://shop.example/tastings">Choose a date</a></p><p>See you soon,<br>Mara and Jon</p></body></html>',
    },
    request: { subscribed: true },
  },
  {
    name: 'plain text notice',
    request: {
      subject: 'Maintenance on Sunday',
      body: 'Hello Ann,<br><br>on Sunday from 2 to 4 in the morning the shop is closed for maintenance. Orders that you have placed are not affected.<br><br>Shop',
    },
  },
]

export const GALLERY_EMAILS: readonly Sample[] = GALLERY.map(
  ({ name, type, subject, previewText, blocks, sample }) => ({
    name,
    template: { name, type, subject, previewText, blocks },
    request: { data: sample, subscribed: true },
  }),
)
