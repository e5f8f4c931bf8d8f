import { run } from './data.js'
import { currentListHash, listFound } from './list.js'
import { goTo, scenarioHash } from './route.js'
import { nextProblem, shownScenario } from './scenario.js'
import { switchTheme } from './theme.js'

const help = document.querySelector('#help')
const input = document.querySelector('#filter')

const showHelp = () => (help.open ? help.close() : help.showModal())

function goToProblem(direction) {
  const from = shownScenario()
  const everything = run.list.map((_, at) => at)
  const index = nextProblem(listFound(), from, direction) ?? nextProblem(everything, from, direction)
  if (index !== undefined) goTo(scenarioHash(run.list[index].id))
}

/** Move from row to row of the list, or from step to step of a scenario. */
function move(direction) {
  const selector = shownScenario() === undefined ? '#list .row a' : '#view-scenario .step summary.step-head'
  const targets = [...document.querySelectorAll(selector)]
  const at = targets.indexOf(document.activeElement)
  const next = targets[at === -1 ? (direction > 0 ? 0 : targets.length - 1) : at + direction]
  next?.focus()
}

function goToFilter() {
  if (document.querySelector('#view-scenarios').hidden) goTo(currentListHash())
  input.focus()
  input.select()
}

const KEYS = {
  '?': showHelp,
  '/': goToFilter,
  n: () => goToProblem(1),
  p: () => goToProblem(-1),
  j: () => move(1),
  k: () => move(-1),
  u: () => goTo(currentListHash()),
  t: switchTheme,
}

/** Let keys lead through the page; a text that is written, and keys of the browser, are left alone. */
export function startKeys() {
  document.querySelector('#help-open').addEventListener('click', showHelp)
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.target.matches('input, textarea, select')) {
      if (event.key === 'Escape') event.target.blur()
      return
    }
    const act =
      Object.hasOwn(KEYS, event.key) && (event.key === '?' || !help.open) ? KEYS[event.key] : undefined
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}
