const readText = (id) => document.getElementById(id).textContent

/** What the page knows of all scenarios. */
export const run = JSON.parse(readText('run-data'))

const indexes = new Map(run.list.map(({ id }, index) => [id.toWellFormed(), index]))
let lines

/** The place of a scenario in the list, by its id as an address can hold it; undefined where the run has none of it. */
export const indexOf = (id) => indexes.get(id)

/** Read a scenario; only the ones that are looked at are parsed. */
export function readScenario(index) {
  lines ??= readText('scenario-data').split('\n')
  return JSON.parse(lines[index])
}

let sources

/** The text of a scenario's file; undefined where it was not at hand when the page was written. */
export function readSource(file) {
  sources ??= JSON.parse(readText('source-data'))
  return Object.hasOwn(sources, file) ? sources[file] : undefined
}
