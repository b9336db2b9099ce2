// As much of curl as the samples of the documents use, so that testing them needs no program beside Node. Requests go to
// NODE_URL whatever host the sample names. Ends with 22, like curl --fail, when the answer is an error. The last answer is
// kept for `curl --take <path>`, which prints a value of it.
import { readFileSync, writeFileSync } from 'node:fs'

const { NODE_URL = '', LAST_ANSWER = '' } = process.env
const FLAGS = ['-H', '-d', '-F', '-X', '--data-binary', '--data-urlencode']

/** @param {string[]} args */
function read(args) {
  const request = {
    method: '',
    url: '',
    headers: new Headers(),
    body: '',
    form: new FormData(),
    isQuery: false,
  }
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (word === '-G') request.isQuery = true
    else if (!FLAGS.includes(word)) {
      if (word.startsWith('-')) throw new Error(`curl.mjs does not know ${word}`)
      request.url = word.replace(/^(https:\/\/mail\.example\.com|localhost:3000)/, NODE_URL)
    } else take(request, word, args[(at += 1)] ?? '')
  }
  return request
}

/**
 * @param {ReturnType<typeof read>} request
 * @param {string} flag
 * @param {string} value
 */
function take(request, flag, value) {
  if (flag === '-X') {
    request.method = value
  } else if (flag === '-F') {
    request.form.append(...readField(value))
  } else if (flag === '-H') {
    request.headers.append(...splitHeader(value))
  } else if (flag === '--data-urlencode') {
    request.body = value.replace(/=(.*)$/s, (_, text) => `=${encodeURIComponent(text)}`)
  } else {
    // curl -d takes the line breaks out of a file, and nothing out of a text.
    request.body = value.startsWith('@') ? readFileSync(value.slice(1), 'utf8') : value
  }
}

/** @param {string} line @returns {[string, string]} */
function splitHeader(line) {
  const [name = '', ...value] = line.split(':')
  return [name, value.join(':').trim()]
}

/** @param {string} field `name=value`, or `name=@file;type=text/csv` @returns {[string, string | Blob]} */
function readField(field) {
  const [, name = '', value = ''] = /^(\w+)=([^]*)$/.exec(field) ?? []
  if (!value.startsWith('@')) return [name, value]
  const [file = '', type = ''] = value.slice(1).split(';type=')
  return [name, new File([readFileSync(file)], file, { type })]
}

/** @param {string} where such as data.emails[0].email */
function valueAt(where) {
  let value = JSON.parse(readFileSync(LAST_ANSWER, 'utf8'))
  for (const step of where.split(/[.[\]]+/).filter(Boolean)) value = value?.[step]
  if (typeof value !== 'string') throw new Error(`the last answer has no ${where}`)
  return value
}

const args = process.argv.slice(2)
if (args[0] === '--take') process.stdout.write(valueAt(args[1] ?? ''))
else {
  const { method, url, headers, body, form, isQuery } = read(args)
  const hasBody = body !== '' && !isQuery
  // curl's default content type of a body.
  if (hasBody && !headers.has('content-type')) {
    headers.set('content-type', 'application/x-www-form-urlencoded')
  }
  const isForm = [...form].length > 0
  const response = await fetch(isQuery ? `${url}?${body}` : url, {
    method: method || (hasBody || isForm ? 'POST' : 'GET'),
    headers,
    ...(hasBody && { body }),
    ...(isForm && { body: form }),
  })
  const text = await response.text()
  writeFileSync(LAST_ANSWER, text)
  process.stdout.write(text)
  if (!response.ok) {
    process.stderr.write(`${response.status} ${text}\n`)
    process.exitCode = 22
  }
}
