// A receiver that takes everything as fast as it can be told: in a process of its own, because it must cost the same
// whoever sends. It counts final dots, and tells its parent how many there are.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

const DOT = Buffer.from('\r\n.\r\n')
const TELL_MS = 20

let mails = 0

function serve(socket: Socket): void {
  let kept: Buffer = Buffer.alloc(0)
  let isData = false
  socket.on('error', () => undefined)
  socket.setNoDelay(true)
  socket.write('220 sink ESMTP\r\n')
  socket.on('data', (chunk: Buffer) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    let answer = ''
    for (;;) {
      const end = isData ? kept.indexOf(DOT) : kept.indexOf('\r\n')
      if (end < 0) break
      const line = isData ? '' : kept.toString('latin1', 0, end).toUpperCase()
      kept = kept.subarray(end + (isData ? DOT.length : 2))
      if (isData) mails += 1
      isData = !isData && line.startsWith('DATA')
      answer += isData ? '354 go on\r\n' : answerTo(line)
    }
    if (answer !== '') socket.write(answer)
  })
}

function answerTo(line: string): string {
  if (line.startsWith('EHLO')) return '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 50000000\r\n'
  return line.startsWith('QUIT') ? '221 bye\r\n' : '250 2.0.0 ok\r\n'
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
let told = 0
setInterval(() => {
  if (told !== mails) process.send?.({ mails })
  told = mails
}, TELL_MS)
process.on('disconnect', () => process.exit(0))
