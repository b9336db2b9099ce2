/**
 * The script of forms, at /f/form.js: looks for a proof of work (ALTCHA) while somebody fills in the form, and adds it when the form
 * is sent. Without it, or where it fails, the form is sent as it is. Plain HTTP has no Web Crypto, except on this machine.
 */
export const FORM_SCRIPT = `(() => {
  const LONGEST_WAIT_MS = 15000
  const solve = async ({ algorithm, challenge, salt, maxnumber, signature }) => {
    const wanted = challenge.match(/../g).map((byte) => parseInt(byte, 16))
    const encoder = new TextEncoder()
    for (let number = 0; number <= maxnumber; number += 1) {
      const digest = new Uint8Array(await crypto.subtle.digest(algorithm, encoder.encode(salt + number)))
      if (wanted.every((byte, index) => byte === digest[index])) {
        return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
      }
    }
  }
  const find = async (url) => {
    try {
      const reply = await fetch(url, { credentials: 'omit' })
      return reply.ok ? await solve(await reply.json()) : undefined
    } catch {
      return undefined
    }
  }
  for (const form of document.querySelectorAll('form[data-challenge]')) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = 'altcha'
    const button = form.querySelector('button')
    let proof
    let isWaiting = false
    const begin = () => (proof ??= find(form.dataset.challenge))
    form.addEventListener('focusin', begin)
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (isWaiting) return
      isWaiting = true
      button.setAttribute('aria-busy', 'true')
      const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
      const payload = await Promise.race([begin(), late])
      if (payload !== undefined) {
        field.value = payload
        form.append(field)
      }
      HTMLFormElement.prototype.submit.call(form)
    })
    // Back from the next page: a proof counts once.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return
      field.remove()
      proof = undefined
      isWaiting = false
      button.removeAttribute('aria-busy')
    })
  }
})()
`
