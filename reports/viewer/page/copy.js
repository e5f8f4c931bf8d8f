import { el } from './dom.js'

const announcer = document.querySelector('.announcer')

async function copy(button) {
  const text = button.dataset.copy
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // A page from a file may not use the clipboard API in every browser.
    const area = el('textarea', 'unseen', text)
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
    button.focus()
  }
  button.textContent = 'Copied'
  announcer.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
    announcer.textContent = ''
  }, 1500)
}

/** Let the buttons beside commands and hashes copy them. */
export const startCopying = () =>
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]')
    if (button !== null) copy(button)
  })
