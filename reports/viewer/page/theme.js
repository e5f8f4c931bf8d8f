import { set } from './dom.js'

const THEMES = ['auto', 'light', 'dark']
const KEY = 'assay-theme'
const button = document.querySelector('#theme')

// A browser may keep nothing for a page from a file.
function keep(theme) {
  try {
    localStorage.setItem(KEY, theme)
  } catch {}
}

function readKept() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function show(theme) {
  document.documentElement.dataset.theme = theme
  button.textContent = `Theme: ${theme}`
  set(button, { 'aria-label': `Theme: ${theme}; switch` })
}

/** Go from the system's colours to light ones, to dark ones, and back. */
export function switchTheme() {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]
  keep(next)
  show(next)
}

/** Show the colours that were chosen last. */
export function startTheme() {
  const kept = readKept()
  show(THEMES.includes(kept) ? kept : 'auto')
  button.addEventListener('click', switchTheme)
}
