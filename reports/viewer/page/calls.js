import { buildAmount, buildCopyable, buildFacts, el } from './dom.js'

/** Calls that lie deeper are folded at first. Where one reverted, all are but the way to it. */
const OPEN_DEPTH = 2

/** So many calls beside each other are shown before and after one on that way; more of them are folded into one line. */
const SHOWN_BESIDE = 2

const holdsError = ({ error, calls }) => error !== undefined || calls.some(holdsError)

/** Show a plan, a transaction or a call tree. */
export const buildCalls = ({ title, facts, calls, message, logs = [] }) =>
  el(
    'section',
    'calls',
    el('h3', '', title),
    facts.length > 0 && buildFacts(facts),
    calls.length > 0 && el('ul', 'tree', ...buildSiblings(calls, 1, calls.some(holdsError))),
    message && el('ul', 'tree', el('li', '', buildValues([message]))),
    logs.length > 0 && el('ul', 'tree logs', ...logs.map(buildLog)),
  )

/** Show calls beside each other; those far from one that leads to what reverted are folded together. */
function buildSiblings(calls, depth, isFailing) {
  const build = (call) => buildCall(call, depth, isFailing)
  const ways = calls.flatMap((call, at) => (holdsError(call) ? [at] : []))
  if (ways.length === 0) return calls.map(build)
  const isNear = calls.map((_, at) => ways.some((way) => Math.abs(way - at) <= SHOWN_BESIDE))
  const items = []
  for (let at = 0; at < calls.length; ) {
    let end = at
    while (end < calls.length && isNear[end] === isNear[at]) end += 1
    const run = calls.slice(at, end)
    if (isNear[at] || run.length === 1) items.push(...run.map(build))
    else items.push(buildFolded(run, build))
    at = end
  }
  return items
}

function buildFolded(calls, build) {
  const details = el(
    'details',
    '',
    el('summary', 'call-head', `${calls.length.toLocaleString('en-US')} more calls`),
  )
  const fill = () => details.childElementCount === 1 && details.append(el('ul', 'tree', ...calls.map(build)))
  details.addEventListener('toggle', () => details.open && fill())
  return el('li', 'call folded', details)
}

function buildCall(call, depth, isFailing) {
  const { values, logs = [], calls, error } = call
  const inner = [
    values.length > 0 && buildValues(values),
    error && el('p', 'call-error', error),
    logs.length > 0 && el('ul', 'tree logs', ...logs.map(buildLog)),
    calls.length > 0 && el('ul', 'tree', ...buildSiblings(calls, depth + 1, isFailing)),
  ].filter((part) => part)
  const className = error ? 'call reverted' : 'call'
  if (inner.length === 0) return el('li', className, el('p', 'call-head', ...buildHead(call)))
  const details = el('details', '', el('summary', 'call-head', ...buildHead(call)), ...inner)
  details.open = isFailing ? holdsError(call) : depth <= OPEN_DEPTH
  return el('li', className, details)
}

const buildHead = ({ type, target, function: name, value, gas, error }) =>
  [
    type && el('span', 'tag', type),
    el('code', '', buildText(target), name && '.', name && el('b', '', name)),
    value && el('span', 'call-value', 'with ', buildAmount(value)),
    gas && el('span', 'call-gas', `${gas} gas`),
    error && el('span', 'unseen', 'reverted'),
  ].filter((part) => part)

const buildLog = ({ emitter, event, values }) =>
  el(
    'li',
    'log',
    el(
      'p',
      'call-head',
      el('span', 'tag', 'log'),
      el('code', '', buildText(emitter), ' ', el('b', '', event)),
    ),
    values.length > 0 && buildValues(values),
  )

/** Show names with values, some of which have members. */
const buildValues = (values) =>
  el(
    'dl',
    'values',
    ...values.map((value) =>
      el(
        'div',
        '',
        el('dt', '', value.name),
        el('dd', '', value.members ? buildValues(value.members) : buildValue(value)),
      ),
    ),
  )

function buildValue(value) {
  const { name, text, full } = value
  return full === undefined ? buildAmount(value) : buildCopyable(full, name, text)
}

function buildText({ text, full }) {
  const shown = el('span', 'address', text)
  if (full !== undefined) shown.title = full
  return shown
}
