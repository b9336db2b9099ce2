// A receiver that accepts everything as fast as it can: in a process of its own, because it must cost the same for every
// sender. It counts final dots, and reports their number to its parent.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { receive } from '../../test/harness/smtp-receiver.ts'

const TELL_MS = 20

const OFFER = '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-CHUNKING\r\n250 SIZE 50000000\r\n'

let emails = 0

function answerTo(line: string): string {
  if (line.startsWith('EHLO')) return OFFER
  if (line.startsWith('DATA')) return '354 go on\r\n'
  return line.startsWith('QUIT') ? '221 bye\r\n' : '250 2.0.0 ok\r\n'
}

const server = createServer((socket) =>
  receive(socket, '220 sink ESMTP\r\n', {
    answer: (line) => answerTo(line.toUpperCase()),
    takeEmail() {
      emails += 1
      return '250 2.0.0 ok\r\n'
    },
  }),
)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
let told = 0
setInterval(() => {
  if (told !== emails) process.send?.({ emails })
  told = emails
}, TELL_MS)
process.on('disconnect', () => process.exit(0))
