import { buildCourse } from './course.js'
import { indexOf, readScenario, readSource, run } from './data.js'
import { buildCopyable, buildDetails, buildFacts, buildIcon, el, set } from './dom.js'
import { currentListHash } from './list.js'
import { scenarioHash } from './route.js'
import { buildStep } from './step.js'

const place = document.querySelector('#view-scenario')

/** Steps that are open at once when the page does not know which one is looked for. */
const MAX_OPEN = 12

let shownIndex

/** The scenario that is shown, as its place in the list; undefined while none is. */
export const shownScenario = () => shownIndex

/** Leave the scenario; what was built of it goes. */
export function hideScenario() {
  shownIndex = undefined
  place.replaceChildren()
}

/** Show a scenario by its id, and a step of it; answers its name, or nothing where another was asked for meanwhile. */
export async function showScenario(id, stepNumber) {
  const index = indexOf(id)
  if (index === undefined) {
    shownIndex = undefined
    const why = 'It may have been renamed, or not have been part of this run.'
    place.replaceChildren(...buildMissing('This run holds no such scenario', id, why))
    return 'Unknown scenario'
  }
  const isNew = index !== shownIndex
  shownIndex = index
  const scenario = await readScenario(index).catch(() => undefined)
  if (index !== shownIndex) return undefined
  if (scenario === undefined) {
    const what = 'Open the page in a current browser, or write it again: run.json beside it holds everything.'
    place.replaceChildren(...buildMissing('This scenario could not be unpacked', id, what))
    return 'Unreadable scenario'
  }
  if (isNew) {
    place.replaceChildren(...buildScenario(scenario, id, stepNumber))
    revealLine()
  }
  revealStep(stepNumber)
  return scenario.name
}

/** Show where it failed of a file that is longer than its box. */
function revealLine() {
  const row = place.querySelector('.source li:is(.failed, .flaky, .broken)')
  if (row === null) return
  const list = row.parentElement
  const above = row.getBoundingClientRect().top - list.getBoundingClientRect().top
  list.scrollTop = above - list.clientHeight / 3
}

function revealStep(number) {
  const step = number === undefined ? null : place.querySelector(`#step-${number}`)
  if (step === null) return
  const details = step.querySelector('details')
  details.open = true
  details.querySelector('summary').focus({ preventScroll: true })
  step.scrollIntoView({ block: 'start' })
}

const buildBack = () => el('nav', 'trail', set(el('a', '', '← All scenarios'), { href: currentListHash() }))

const buildMissing = (title, id, note) => [
  set(el('nav', 'trail', set(el('a', '', '← All scenarios'), { href: '#/' })), { 'aria-label': 'Way back' }),
  set(el('h1', '', title), { tabindex: '-1' }),
  el('p', '', el('code', '', id.slice(0, 300))),
  el('p', 'note', note),
]

function buildScenario(scenario, id, stepNumber) {
  const { steps } = scenario
  const isSmall = steps.length <= MAX_OPEN
  const troubled = new Set(scenario.problems.map(({ step }) => step))
  const isOpen = ({ number, verdict }) =>
    isSmall || number === stepNumber || troubled.has(number) || verdict === 'failed' || verdict === 'broken'
  return [
    set(buildBack(), { 'aria-label': 'Way back' }),
    buildTitle(scenario),
    ...scenario.problems.map((problem) => buildProblem(problem, id)),
    scenario.counterexample !== undefined &&
      el('div', 'shrunk', el('h2', '', 'Shrunk counterexample'), el('pre', '', scenario.counterexample)),
    buildFacts(scenario.facts),
    el('p', 'replay', buildCopyable(scenario.replay, 'replay command')),
    buildSource(scenario),
    ...buildPermits(scenario, id),
    scenario.course && buildCourse(scenario.course, id),
    el('h2', '', 'Steps'),
    steps.length > 0
      ? el('ol', 'timeline', ...steps.map((step) => buildStep(step, isOpen(step))))
      : el('p', 'empty', 'No steps were recorded.'),
    scenario.cycles !== undefined &&
      buildDetails('Decision cycles of the agent', el('pre', '', scenario.cycles)),
  ].filter((part) => part)
}

const buildTitle = ({ name, cells, verdict, file }) =>
  el(
    'header',
    `scenario-title ${verdict}`,
    buildIcon(verdict),
    el(
      'div',
      '',
      set(el('h1', '', name, ...cells.flatMap((cell) => [' ', el('span', 'cell', cell)])), {
        tabindex: '-1',
      }),
      el('p', 'note', el('code', '', file)),
    ),
  )

const buildProblem = ({ title, message, place: where, expected, found, decision, frame, step }, id) =>
  el(
    'article',
    'finding',
    el(
      'p',
      'place',
      el('code', 'tag', title),
      el('code', '', where),
      step !== undefined && set(el('a', '', `step ${step}`), { href: scenarioHash(id, step) }),
    ),
    message && el('p', 'law', message),
    frame && el('pre', 'frame-text', frame),
    expected !== undefined &&
      el(
        'dl',
        'versus',
        el('div', 'expected', el('dt', '', 'Expected'), el('dd', '', expected)),
        el('div', 'found', el('dt', '', 'Found'), el('dd', '', found)),
      ),
    decision && el('p', 'decision', 'Decided by ', el('b', '', decision)),
  )

function buildSource({ file, lines, problems }) {
  const text = readSource(file)
  if (text === undefined) return undefined
  const rows = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => {
      const verdict = lines[at + 1]
      const code = el('code', '', line === '' ? ' ' : line)
      if (verdict === undefined) return el('li', '', code)
      const shape = verdict === 'skipped' ? '' : buildIcon(verdict)
      return el('li', `marked ${verdict}`, shape, code)
    })
  const list = set(el('ol', 'source', ...rows), { tabindex: '0', 'aria-label': `Lines of ${file}` })
  const details = buildDetails(`Source of ${file}`, list)
  details.open = problems.length > 0
  return details
}

function buildPermits({ permits }, id) {
  if (permits.length === 0) return []
  const rows = permits.map(({ permitId, states }) =>
    el(
      'li',
      '',
      buildCopyable(permitId, 'permit', `${permitId.slice(0, 10)}…`),
      el(
        'ol',
        '',
        ...states.map(({ step, kind, state, age }) =>
          el(
            'li',
            `state ${state}`,
            set(el('a', '', `${step} ${kind}`), { href: scenarioHash(id, step) }),
            ' ',
            el('b', '', state),
            age && el('span', 'note', ` at ${age}`),
          ),
        ),
      ),
    ),
  )
  return [el('h2', '', 'Permits'), el('ul', 'permits panel', ...rows)]
}

/** The next scenario that did not pass, from a place on, or from an end; the whole list is gone through once. */
export function nextProblem(order, from, direction) {
  const place = order.indexOf(from)
  const start = place === -1 && direction < 0 ? order.length : place
  for (let away = 1; away <= order.length; away += 1) {
    const at = (start + direction * away + 2 * order.length) % order.length
    if (!['passed', 'skipped'].includes(run.list[order[at]].verdict)) return order[at]
  }
  return undefined
}
