import { forget, hold, holding, session, tokenBySession } from './access.js'
import { cannotSign, canSign, readKeyFile, tokensByKey } from './key-file.js'

const part = (id) => document.getElementById(id)

function remaining({ until }) {
  if (until === undefined) return 'It is not known how long the token is valid.'
  const seconds = Math.round((until - Date.now()) / 1000)
  if (seconds <= 0) return 'The token has expired.'
  return seconds < 120
    ? `The token expires in ${seconds} seconds.`
    : `The token expires in ${Math.floor(seconds / 60)} minutes.`
}

// The part of the page that shows and changes who requests are sent as.
export function showAccess() {
  const say = (text) => {
    part('fault').textContent = text ?? ''
    part('fault').hidden = text === undefined
  }
  const show = () => {
    const held = holding()
    const text =
      held === undefined
        ? 'No token yet. You can read the operations, but need a token to try them.'
        : `${held.name}, ${held.company}. ${remaining(held)}`
    // Updated only when it changes, so that screen readers announce it once a minute, not every second.
    if (part('acting').textContent !== text) part('acting').textContent = text
    part('acting').dataset.held = String(held !== undefined)
    part('forget').hidden = held === undefined
  }
  const take = async (form, get, again) => {
    const button = form.querySelector('button')
    button.disabled = true
    say(undefined)
    try {
      await hold(get, again)
    } catch (error) {
      say(error instanceof TypeError ? 'The service is unavailable. Try again later.' : error.message)
    } finally {
      button.disabled = false
      show()
    }
  }
  const on = (id, submit) =>
    part(id).addEventListener('submit', (event) => {
      event.preventDefault()
      void submit(event.currentTarget)
    })

  on('by-session', (form) => take(form, tokenBySession, true))
  on('by-key', async (form) => {
    const [file] = part('key-file').files
    const text = part('key-paste').value.trim() === '' ? await file?.text() : part('key-paste').value
    let get
    await take(
      form,
      async () => {
        if (text === undefined) throw new Error('Choose the key file, or paste its content.')
        get ??= await tokensByKey(readKeyFile(text))
        return get()
      },
      true,
    )
    // What was pasted must not stay on the screen.
    if (part('fault').hidden) form.reset()
  })
  on('by-token', async (form) => {
    const text = part('token-paste').value.trim()
    await take(
      form,
      async () => {
        if (text === '') throw new Error('Paste an access token.')
        return { access_token: text }
      },
      false,
    )
    if (part('fault').hidden) form.reset()
  })
  part('forget').addEventListener('click', () => {
    forget()
    say(undefined)
    show()
    part('by-session').querySelector('button').focus()
  })

  if (!canSign()) {
    part('key-text').textContent = cannotSign()
    part('key-text').classList.add('warning')
    for (const field of part('by-key').querySelectorAll('input, textarea, button')) field.disabled = true
  }
  part('access').hidden = false
  setInterval(show, 1000)
  void showSession()
}

async function showSession() {
  const [text, button, link] = [
    part('session-text'),
    part('by-session').querySelector('button'),
    part('session-link'),
  ]
  try {
    const { signedIn, next, user } = await session()
    const ready = signedIn && next === null && user !== null
    text.textContent = ready
      ? `You are signed in as ${user.fullName}. Requests you send here take effect in ${user.companyName}.`
      : 'You are not signed in on this browser.'
    if (ready) button.textContent = `Act as ${user.fullName}`
    button.hidden = !ready
    link.hidden = ready
  } catch {
    text.textContent =
      'The service is unavailable, so it is not known whether you are signed in. Reload the page to try again.'
  }
}
