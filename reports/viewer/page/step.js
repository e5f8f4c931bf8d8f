import { buildCalls } from './calls.js'
import { buildAmount, buildDetails, buildFacts, buildIcon, buildTable, el, set } from './dom.js'
import { buildFigures } from './figures.js'
import { buildState } from './state.js'

const HOOK_MARKS = { allow: '✓', 'allow-modified': '✎', reject: '✗', 'not-asked': '·' }

function buildHook({ hook, verdict, code }) {
  const chip = el(
    'li',
    `chip ${verdict}`,
    el('span', 'mark', HOOK_MARKS[verdict]),
    hook,
    el('span', 'unseen', ` ${verdict}`),
    code && el('code', '', code),
  )
  return set(chip, { title: `${hook}: ${verdict}${code === undefined ? '' : ` ${code}`}` })
}

function buildHooks({ stage, verdicts }, isDenied) {
  const row = el('div', 'hooks', el('span', 'label', stage), el('ul', '', ...verdicts.map(buildHook)))
  const told = verdicts.filter(({ figures }) => figures.length > 0)
  if (told.length === 0) return [row]
  const tables = told.map(({ hook, verdict, figures }) => buildFigures(`${hook}: ${verdict}`, figures))
  const details = buildDetails(`Figures of the hooks at ${stage}`, el('div', 'figures-list', ...tables))
  details.open = isDenied && verdicts.some(({ verdict }) => verdict === 'reject')
  return [row, details]
}

const buildDenial = ({ layer, code, message, hint, figures }) =>
  el(
    'div',
    'denial',
    el('p', '', 'Denied by ', el('b', '', layer), ' ', el('code', '', code)),
    el('p', '', message),
    hint !== '' && el('p', 'hint', hint),
    figures.length > 0 && buildFigures('Figures of the denial', figures),
  )

const buildOutcome = ({ caption, rows }) =>
  buildTable({
    caption,
    className: 'outcome',
    head: [
      { title: 'Asset' },
      { title: 'Expected', number: true },
      { title: 'Actual', number: true },
      { title: 'Observed', number: true },
      { title: 'bps', number: true },
    ],
    rows: rows.map(({ symbol, expected, actual, observed, differenceBps, agrees }) => ({
      className: agrees ? '' : 'disagrees',
      cells: [symbol, ...[expected, actual, observed].map(buildAmount), differenceBps],
    })),
  })

const buildAction = ({ title, status, facts }) =>
  el(
    'div',
    `action ${status}`,
    el('p', '', el('b', '', title), ' ', el('span', 'tag', status)),
    buildFacts(facts),
  )

/** Show all that a record holds of a step. */
const buildStepBody = (step) =>
  el(
    'div',
    'step-body',
    step.denial && buildDenial(step.denial),
    step.skipped && el('p', 'note', `Not reached: ${step.skipped}`),
    ...step.hooks.flatMap((hooks) => buildHooks(hooks, step.denial !== undefined)),
    step.facts.length > 0 && buildFacts(step.facts),
    step.outcome && buildOutcome(step.outcome),
    step.before && buildState('Before', step.before),
    step.after && buildState('After', step.after),
    ...step.plans.map(buildCalls),
    ...step.sent.map(buildCalls),
    ...step.traces.map(buildCalls),
    ...step.actions.map(buildAction),
    step.result !== undefined && buildDetails('Result', el('pre', '', step.result)),
  )

/** Show a step; what it holds is built when it is opened. */
export function buildStep(step, isOpen) {
  const head = el(
    'summary',
    'step-head',
    buildIcon(step.verdict),
    el('span', 'step-number', String(step.number)),
    el('span', 'tag', step.kind),
    el('span', 'step-title', step.title),
    el(
      'span',
      'step-meta',
      step.denial && el('span', 'step-code', step.denial.code),
      step.phase && el('span', 'phase', step.phase),
      el('span', '', step.place),
      step.skipped === undefined && el('span', 'time', step.duration),
    ),
  )
  const details = el('details', 'step-details', head)
  const fill = () => {
    if (details.childElementCount === 1) details.append(buildStepBody(step))
  }
  details.addEventListener('toggle', () => details.open && fill())
  if (isOpen) {
    fill()
    details.open = true
  }
  return set(el('li', `step ${step.verdict}`, details), { id: `step-${step.number}` })
}
