const cards = [...document.querySelectorAll('.card')]
const filter = document.querySelector('#filter')
const shown = document.querySelector('.shown')
const announcer = document.querySelector('.announcer')
const verdictButtons = [...document.querySelectorAll('.verdicts button')]

// Elements are built, never parsed: text of a record cannot become markup here.
function el(name, className, ...children) {
  const element = document.createElement(name)
  if (className) element.className = className
  element.append(...children.filter((child) => child !== undefined && child !== ''))
  return element
}

function buildIcon(verdict) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', `icon ${verdict}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', verdict)
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#icon-${verdict}`)
  svg.append(use)
  return svg
}

function buildCopyable(value, label, text = value) {
  const button = el('button', 'copy', 'Copy')
  button.type = 'button'
  button.dataset.copy = value
  button.setAttribute('aria-label', `Copy ${label}`)
  return el('span', 'copyable', el('code', '', text), button)
}

const buildFact = ({ name, value, full }) =>
  el(
    'div',
    '',
    el('dt', '', name),
    el('dd', '', full === undefined ? value : buildCopyable(full, name.toLowerCase(), value)),
  )

const buildFacts = (facts) => el('dl', 'facts', ...facts.map(buildFact))

const HOOK_MARKS = { allow: '✓', 'allow-modified': '✎', reject: '✗', 'not-asked': '·' }

function buildHook({ hook, verdict, code }) {
  const chip = el(
    'li',
    `chip ${verdict}`,
    el('span', 'mark', HOOK_MARKS[verdict]),
    hook,
    el('span', 'unseen', ` ${verdict}`),
    code === undefined ? undefined : el('code', '', code),
  )
  chip.title = `${hook}: ${verdict}${code === undefined ? '' : ` ${code}`}`
  return chip
}

const buildHooks = ({ stage, verdicts }) =>
  el('div', 'hooks', el('span', 'label', stage), el('ul', '', ...verdicts.map(buildHook)))

const buildDenial = ({ layer, code, message, hint }) =>
  el(
    'div',
    'denial',
    el('p', '', 'Denied by ', el('b', '', layer), ' ', el('code', '', code)),
    el('p', '', message),
    hint === '' ? undefined : el('p', 'hint', hint),
  )

function buildCell(name, label, value, className) {
  const cell = el(name, className, value)
  cell.dataset.label = label
  if (name === 'th') cell.scope = 'row'
  return cell
}

function buildOutcome({ caption, rows }) {
  const head = ['Asset', 'Expected', 'Actual', 'Observed', 'bps'].map((title, index) => {
    const cell = el('th', index === 0 ? '' : 'number', title)
    cell.scope = 'col'
    return cell
  })
  const body = rows.map((row) =>
    el(
      'tr',
      row.agrees ? '' : 'disagrees',
      buildCell('th', 'Asset', row.symbol),
      buildCell('td', 'Expected', row.expected, 'number'),
      buildCell('td', 'Actual', row.actual, 'number'),
      buildCell('td', 'Observed', row.observed, 'number'),
      buildCell('td', 'bps', row.differenceBps, 'number'),
    ),
  )
  return el(
    'div',
    'scroll',
    el(
      'table',
      'outcome',
      el('caption', '', caption),
      el('thead', '', el('tr', '', ...head)),
      el('tbody', '', ...body),
    ),
  )
}

const buildDetails = (title, text) => el('details', '', el('summary', '', title), el('pre', '', text))

const buildStep = (step) =>
  el(
    'li',
    `step ${step.verdict}`,
    buildIcon(step.verdict),
    el(
      'div',
      'step-head',
      el('span', 'step-number', String(step.number)),
      el('span', 'tag', step.kind),
      el('span', 'step-title', step.title),
      el(
        'span',
        'step-meta',
        el('span', 'phase', step.phase),
        el('span', '', step.place),
        el('span', 'time', step.duration),
      ),
    ),
    step.denial && buildDenial(step.denial),
    ...step.hooks.map(buildHooks),
    step.facts.length > 0 ? buildFacts(step.facts) : undefined,
    step.outcome && buildOutcome(step.outcome),
    step.result === undefined ? undefined : buildDetails('Result', step.result),
  )

function buildBody(view) {
  const problems = view.problems.map(({ title, text }) =>
    el('div', 'problem', el('code', 'tag', title), el('pre', '', text)),
  )
  const counterexample =
    view.counterexample === undefined
      ? []
      : [el('div', 'shrunk', el('h4', '', 'Shrunk counterexample'), el('pre', '', view.counterexample))]
  const steps =
    view.steps.length > 0
      ? el('ol', 'timeline', ...view.steps.map(buildStep))
      : el('p', 'empty', 'No steps were recorded.')
  return [
    ...problems,
    ...counterexample,
    buildFacts(view.facts),
    el('p', 'replay', buildCopyable(view.replay, 'replay command')),
    steps,
  ]
}

function setOpen(card, open) {
  const body = card.querySelector('.body')
  if (open && body.childElementCount === 0) {
    body.append(...buildBody(JSON.parse(card.querySelector('script').textContent)))
  }
  body.hidden = !open
  card.querySelector('h3 button').setAttribute('aria-expanded', String(open))
}

let verdict = ''

// An area's name may hold spaces, so that the whole text is tried as one term first.
function matchesFilter({ terms, search }, text) {
  const known = terms.split('\n')
  if (known.includes(text)) return true
  return text
    .split(/\s+/)
    .every((word) =>
      /^(area|kind|profile|driver|phase|layer|code):/.test(word)
        ? known.includes(word)
        : search.includes(word),
    )
}

function applyFilter() {
  const text = filter.value.trim().toLowerCase()
  let count = 0
  for (const card of cards) {
    const matches = (verdict === '' || card.dataset.verdict === verdict) && matchesFilter(card.dataset, text)
    card.hidden = !matches
    if (matches) count += 1
  }
  shown.textContent = count === cards.length ? '' : `${count} of ${cards.length} shown`
}

function setVerdict(next) {
  verdict = next
  for (const button of verdictButtons)
    button.setAttribute('aria-pressed', String(button.dataset.verdict === next))
}

function reveal(hash) {
  const card = /^#s-\d+$/.test(hash) ? document.querySelector(hash) : null
  if (card === null) return
  if (card.hidden) {
    filter.value = ''
    setVerdict('')
    applyFilter()
  }
  setOpen(card, true)
  card.scrollIntoView({ block: 'start' })
  card.querySelector('h3 button').focus({ preventScroll: true })
}

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

document.addEventListener('click', (event) => {
  const target = event.target.closest(
    '[data-copy], .card h3 button, [data-filter], .verdicts button, a[href^="#s-"]',
  )
  if (target === null) return
  if (target.dataset.copy !== undefined) copy(target)
  else if (target.dataset.filter !== undefined) {
    filter.value = target.dataset.filter
    setVerdict('')
    applyFilter()
  } else if (target.dataset.verdict !== undefined) {
    setVerdict(target.dataset.verdict)
    applyFilter()
  } else if (target.matches('a')) {
    event.preventDefault()
    history.replaceState(null, '', target.hash)
    reveal(target.hash)
  } else setOpen(target.closest('.card'), target.getAttribute('aria-expanded') !== 'true')
})

filter.addEventListener('input', applyFilter)
filter.form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', () => reveal(location.hash))
reveal(location.hash)
