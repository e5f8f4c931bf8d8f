import { run } from './data.js'
import { buildIcon, el, set } from './dom.js'
import { parseFilter } from './filter.js'
import { listHash, scenarioHash } from './route.js'

/** Rows that are built at once: the rest follows when the end of the list comes into sight. */
const CHUNK = 100

const place = document.querySelector('#list')
const more = document.querySelector('#more')
const shown = document.querySelector('#shown')
const input = document.querySelector('#filter')
const buttons = [...document.querySelectorAll('#verdicts button')]

let filter = { text: '', verdict: '' }
let found = run.list.map((_, index) => index)

/** The address of the list as it was last filtered. */
export const currentListHash = () => listHash(filter)

/** The scenarios that the filter lets through, in the order of the list. */
export const listFound = () => found

/** Show the scenarios that meet a filter. */
export function showList(next) {
  filter = next
  if (input.value !== filter.text) input.value = filter.text
  for (const button of buttons) {
    set(button, { 'aria-pressed': String(button.dataset.verdict === filter.verdict) })
  }
  const matches = parseFilter(filter.text, run.keys)
  found = run.list.flatMap((entry, index) =>
    (filter.verdict === '' || entry.verdict === filter.verdict) && matches(entry) ? [index] : [],
  )
  shown.textContent =
    found.length === run.list.length
      ? ''
      : `${found.length.toLocaleString('en-US')} of ${run.list.length.toLocaleString('en-US')} shown`
  place.replaceChildren()
  if (found.length === 0 && run.list.length > 0)
    place.append(el('li', 'empty', 'No scenario meets the filter.'))
  showMore()
}

/** Build the next rows; answers the first of them. */
function showMore() {
  const from = place.querySelectorAll('.row').length
  const rows = found.slice(from, from + CHUNK).map((index) => buildRow(run.list[index]))
  place.append(...rows)
  const left = found.length - from - rows.length
  more.hidden = left <= 0
  more.textContent = `Show ${Math.min(CHUNK, left)} of ${left.toLocaleString('en-US')} more`
  return rows[0]
}

const buildRow = ({ id, name, cells, verdict, area, size, duration, problem }) =>
  el(
    'li',
    `row ${verdict}`,
    set(
      el(
        'a',
        '',
        buildIcon(verdict),
        el('span', 'name', name, ...cells.flatMap((cell) => [' ', el('span', 'cell', cell)])),
        el('span', 'meta', el('span', 'area', area), el('span', '', size), el('span', 'time', duration)),
      ),
      { href: scenarioHash(id) },
    ),
    problem && el('p', 'problem', el('code', 'tag', problem.law), ' ', problem.text),
  )

/** Let the list follow its filter and its end. */
export function startList() {
  const change = (next) => {
    filter = { ...filter, ...next }
    history.replaceState(null, '', listHash(filter))
    showList(filter)
  }
  input.addEventListener('input', () => change({ text: input.value }))
  input.form.addEventListener('submit', (event) => event.preventDefault())
  for (const button of buttons) {
    button.addEventListener('click', () => change({ verdict: button.dataset.verdict }))
  }
  more.addEventListener('click', () => showMore()?.querySelector('a').focus())
  new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting && !more.hidden) showMore()
  }).observe(more)
}
