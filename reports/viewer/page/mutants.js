import { parseFilter } from './filter.js'
import { decode } from './route.js'
import { startTheme } from './theme.js'

const KEYS = ['layer', 'verdict', 'alone', 'invariant', 'file']

const input = document.querySelector('#filter')
const shown = document.querySelector('#shown')
const buttons = [...document.querySelectorAll('#verdicts button')]
const rows = [...document.querySelectorAll('.mutants tbody tr')].map((row) => ({
  row,
  terms: row.dataset.terms.split('\n'),
  words: row.textContent.toLowerCase(),
}))

// The filter is the address, so that it can be sent to others.
const read = () => decode(location.hash.slice(1))
const write = (text) => history.replaceState(null, '', `#${encodeURIComponent(text)}`)

function show(text) {
  const isMet = parseFilter(text, KEYS)
  let met = 0
  for (const { row, terms, words } of rows) {
    row.hidden = !isMet({ terms, words })
    if (!row.hidden) met += 1
  }
  shown.textContent =
    met === rows.length
      ? ''
      : `${met.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')} shown`
  for (const button of buttons) {
    button.setAttribute('aria-pressed', String(button.dataset.filter === text.trim()))
  }
}

function apply(text) {
  input.value = text
  show(text)
}

input.addEventListener('input', () => {
  write(input.value)
  show(input.value)
})
for (const button of buttons) {
  button.addEventListener('click', () => {
    write(button.dataset.filter)
    apply(button.dataset.filter)
  })
}
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', () => apply(read()))
// Its place is no filter.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault()
  document.querySelector('#main').focus()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === input) return
  event.preventDefault()
  input.focus()
})
startTheme()
apply(read())
