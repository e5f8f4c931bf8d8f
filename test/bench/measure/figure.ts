import type { Load } from './load.ts'

/** One measured figure. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** A comparison within the same rounds, and what is over what. */
  readonly ratio?: number
  readonly means?: string
  /** What the ratio is meant to be, or the value where there is none. */
  readonly aim?: Aim
}

/** A bound that a figure is meant to keep. */
export type Aim = { readonly atMost: number } | { readonly atLeast: number }

/** What could not be measured on this machine, and why. */
export interface Missing {
  readonly name: string
  readonly missing: string
}

/** A figure or what is missing of it, with the machine's load while it was measured. */
export type Entry = (Figure | Missing) & { readonly load: Load }

/** Whether a figure keeps its aim; one that has none does. */
export function isMet(entry: Entry): boolean {
  if ('missing' in entry || entry.aim === undefined) return true
  const { value, ratio = value, aim } = entry
  return 'atMost' in aim ? ratio <= aim.atMost : ratio >= aim.atLeast
}

/** Write an entry as a line. */
export function renderEntry(entry: Entry): string {
  const name = entry.name.padEnd(62)
  if ('missing' in entry) return `${name} not available here: ${entry.missing}`
  const { value, unit, ratio, means, aim } = entry
  const figure = `${value.toFixed(2).padStart(9)} ${unit.padEnd(13)}`
  const compared = `${ratio === undefined ? '' : `× ${ratio.toFixed(2)}`}`.padStart(9)
  const met = aim ? [`${renderAim(aim)}${isMet(entry) ? '' : ' (MISSED)'}`] : []
  const notes = [...(means ? [means] : []), ...met].join(', ')
  return `${name} ${figure} ${compared}  ${renderLoad(entry.load)}  ${notes}`.trimEnd()
}

const renderAim = (aim: Aim) => ('atMost' in aim ? `at most ${aim.atMost}` : `at least ${aim.atLeast}`)

const renderLoad = ({ average, othersCores }: Load) =>
  `load ${average.toFixed(2).padStart(5)}${othersCores === undefined ? '' : `, others ${othersCores.toFixed(2)}`}`
