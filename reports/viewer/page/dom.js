/** Build an element; text stays text, and children that are `undefined`, `false` or empty are left out. */
export function el(name, className, ...children) {
  const element = document.createElement(name)
  if (className) element.className = className
  element.append(...children.filter((child) => child !== undefined && child !== false && child !== ''))
  return element
}

/** Set attributes of an element; one that is `undefined` is not set. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value)
  }
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** Build an element of a drawing. */
export function svg(name, attributes, ...children) {
  const element = set(document.createElementNS(SVG, name), attributes)
  element.append(...children)
  return element
}

/** Show a verdict as a shape with its name. */
export const buildIcon = (verdict) =>
  svg(
    'svg',
    { class: `icon ${verdict}`, role: 'img', 'aria-label': verdict },
    svg('use', { href: `#icon-${verdict}` }),
  )

/** Show a text with a button that copies its full form. */
export function buildCopyable(value, label, text = value) {
  const button = set(el('button', 'copy', 'Copy'), { type: 'button', 'aria-label': `Copy ${label}` })
  button.dataset.copy = value
  return el('span', 'copyable', el('code', '', text), button)
}

/** Show an amount in whole units; hovering gives its base units, and so does reading it aloud. */
export function buildAmount({ text, baseUnits }) {
  if (baseUnits === undefined) return text
  const hint = `${baseUnits} base units`
  return set(el('span', 'amount', text, el('span', 'unseen', ` (${hint})`)), { title: hint })
}

const buildFact = ({ name, value, full, baseUnits }) =>
  el(
    'div',
    '',
    el('dt', '', name),
    el(
      'dd',
      '',
      full === undefined
        ? buildAmount({ text: value, baseUnits })
        : buildCopyable(full, name.toLowerCase(), value),
    ),
  )

/** Show names with their values. */
export const buildFacts = (facts) => el('dl', 'facts', ...facts.map(buildFact))

/** Show a text that opens on request. */
export const buildDetails = (title, ...content) => el('details', 'more', el('summary', '', title), ...content)

/** Build a table; titles and cells are texts or elements, the first cell of each row is its heading. */
export function buildTable({ caption, label = caption, className, head, rows }) {
  const isNumber = (at) => head[at].number === true
  const headCells = head.map(({ title }, at) =>
    set(el('th', isNumber(at) ? 'number' : '', title), { scope: 'col' }),
  )
  const bodyRows = rows.map(({ cells, className: rowClass = '' }) =>
    el(
      'tr',
      rowClass,
      ...cells.map((content, at) => {
        const cell = el(at === 0 ? 'th' : 'td', isNumber(at) ? 'number' : '', content)
        cell.dataset.label = headCells[at].textContent
        return at === 0 ? set(cell, { scope: 'row' }) : cell
      }),
    ),
  )
  const table = el(
    'table',
    className,
    caption && el('caption', '', caption),
    el('thead', '', el('tr', '', ...headCells)),
    el('tbody', '', ...bodyRows),
  )
  // What may be wider than its place scrolls by itself, by keys too.
  return set(el('div', 'scroll', table), { tabindex: '0', role: 'group', 'aria-label': label })
}
