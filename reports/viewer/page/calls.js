import { buildAmount, buildCopyable, buildFacts, el } from './dom.js'

/** Calls that lie deeper are folded at first, but for the way to what reverted. */
const OPEN_DEPTH = 2

const holdsError = ({ error, calls }) => error !== undefined || calls.some(holdsError)

/** Show a plan, a transaction or a call tree. */
export const buildCalls = ({ title, facts, calls, message, logs = [] }) =>
  el(
    'section',
    'calls',
    el('h3', '', title),
    facts.length > 0 && buildFacts(facts),
    calls.length > 0 && el('ul', 'tree', ...calls.map((call) => buildCall(call, 1))),
    message && el('ul', 'tree', el('li', '', buildValues([message]))),
    logs.length > 0 && el('ul', 'tree logs', ...logs.map(buildLog)),
  )

function buildCall(call, depth) {
  const { values, logs = [], calls, error } = call
  const inner = [
    values.length > 0 && buildValues(values),
    error && el('p', 'call-error', error),
    logs.length > 0 && el('ul', 'tree logs', ...logs.map(buildLog)),
    calls.length > 0 && el('ul', 'tree', ...calls.map((each) => buildCall(each, depth + 1))),
  ].filter((part) => part)
  const className = error ? 'call reverted' : 'call'
  if (inner.length === 0) return el('li', className, el('p', 'call-head', ...buildHead(call)))
  const details = el('details', '', el('summary', 'call-head', ...buildHead(call)), ...inner)
  details.open = depth <= OPEN_DEPTH || holdsError(call)
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
