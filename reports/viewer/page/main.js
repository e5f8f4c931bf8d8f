import { startCopying } from './copy.js'
import { startKeys } from './keys.js'
import { showList, startList } from './list.js'
import { listHash, parseRoute, scenarioHash, startRoutes } from './route.js'
import { hideScenario, showScenario } from './scenario.js'
import { startTheme } from './theme.js'

const views = [...document.querySelectorAll('[data-view]')]
const title = document.title
const scrolled = new Map()

let shown

function showView(name) {
  for (const view of views) view.hidden = view.dataset.view !== name
  for (const link of document.querySelectorAll('.tabs a')) {
    const isCurrent = link.dataset.for === name
    if (isCurrent) {
      link.setAttribute('aria-current', 'page')
      // On a narrow screen the tabs scroll by themselves.
      link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else link.removeAttribute('aria-current')
  }
}

async function follow() {
  // Only what begins with a slash is an address of a view: the rest are places in one.
  if (!/^$|^#\//.test(location.hash)) return
  const route = parseRoute(location.hash)
  const view = views.some(({ dataset }) => dataset.view === route.view) ? route.view : 'scenarios'
  const isFirst = shown === undefined
  if (shown !== undefined) scrolled.set(shown, scrollY)
  shown = view === 'scenario' ? location.hash : view
  showView(view)
  if (view === 'scenario') {
    const heading = await showScenario(route.id, route.step)
    if (heading === undefined) return
    document.title = `${heading} · ${title}`
    if (route.step !== undefined) return
  } else {
    hideScenario()
    document.title = title
    if (view === 'scenarios') showList({ text: route.text ?? '', verdict: route.verdict ?? '' })
  }
  if (isFirst) return
  scrollTo(0, view === 'scenario' ? 0 : (scrolled.get(view) ?? 0))
  document.querySelector(`[data-view="${view}"] h1`)?.focus({ preventScroll: true })
}

// What a table names leads to the scenarios that have it.
for (const link of document.querySelectorAll('a[data-filter]')) {
  link.setAttribute('href', listHash({ text: link.dataset.filter, verdict: '' }))
}

for (const link of document.querySelectorAll('a[data-scenario]')) {
  link.setAttribute('href', scenarioHash(link.dataset.scenario, link.dataset.step || undefined))
}

startTheme()
startCopying()
startList()
startKeys()
startRoutes(follow)
