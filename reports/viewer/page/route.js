/** What the part of the address behind `#` says: a view, the scenario and step in it, the filter of the list. */
export function parseRoute(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const parameters = new URLSearchParams(query)
  const [view, ...rest] = path.split('/')
  if (view === 'scenario') {
    const step = Number(parameters.get('step'))
    return { view, id: decode(rest.join('/')), step: Number.isInteger(step) && step > 0 ? step : undefined }
  }
  return {
    view: view === '' ? 'scenarios' : view,
    text: parameters.get('q') ?? '',
    verdict: parameters.get('verdict') ?? '',
  }
}

/** The address of a scenario, by its id, so that it holds for the next run too. */
export const scenarioHash = (id, step) =>
  `#/scenario/${encodeURIComponent(id.toWellFormed()).replaceAll('%2F', '/')}${step === undefined ? '' : `?step=${step}`}`

/** The address of the list with a filter. */
export function listHash({ text, verdict }) {
  const parameters = new URLSearchParams()
  if (text !== '') parameters.set('q', text)
  if (verdict !== '') parameters.set('verdict', verdict)
  const query = parameters.toString()
  return query === '' ? '#/' : `#/?${query}`
}

let follow

/** Let the page follow its address, from now on. */
export function startRoutes(show) {
  follow = show
  addEventListener('hashchange', show)
  show()
}

/** Go to an address; its view, and the list, are shown when this returns. */
export function goTo(hash) {
  history.pushState(null, '', hash)
  follow()
}

/** Read a part of an address; one that is no text of an address is taken as it is. */
export function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
