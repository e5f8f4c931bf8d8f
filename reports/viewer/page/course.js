import { buildAmount, buildTable, el, set, svg } from './dom.js'
import { scenarioHash } from './route.js'

/** Show how phase, time, spend, prices and balances went over the steps. */
export function buildCourse({ steps, of, series }, id) {
  const title = of === undefined ? 'Over the steps' : `Over the first ${steps.length} of ${of} steps`
  const stepLink = (number) => set(el('a', '', `step ${number}`), { href: scenarioHash(id, number) })
  const table = buildTable({
    className: 'course',
    label: 'Course of the scenario',
    head: [{ title }, ...steps.map((number) => ({ title: stepLink(number), number: true }))],
    rows: series.map(({ name, values }) => ({
      cells: [
        el('span', 'series', name, buildLine(values)),
        ...values.map((value) => {
          if (value === null) return '·'
          return el('span', value.isNew ? 'new' : 'same', buildAmount(value))
        }),
      ],
    })),
  })
  return el('div', 'panel', table)
}

/** Draw a row as a line of steps. */
function buildLine(values) {
  const heights = values.map((value) => value?.height)
  if (heights.every((height) => height === undefined)) return ''
  const y = (height) => 15 - height * 14
  let path = ''
  for (const [at, height] of heights.entries()) {
    if (height !== undefined) path += path === '' ? `M${at} ${y(height)}h1` : `V${y(height)}h1`
    else if (path !== '') path += 'h1'
  }
  const attributes = {
    class: 'spark',
    viewBox: `0 0 ${values.length} 16`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  }
  return svg('svg', attributes, svg('path', { d: path }))
}
