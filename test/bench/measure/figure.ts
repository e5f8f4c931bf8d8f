import type { Load } from './load.ts'

/** One measured figure. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** A comparison within the same rounds, and what is over what. */
  readonly ratio?: number
  readonly means?: string
  readonly aim?: string
}

/** What could not be measured on this machine, and why. */
export interface Missing {
  readonly name: string
  readonly missing: string
}

/** A figure or what is missing of it, with the machine's load while it was measured. */
export type Entry = (Figure | Missing) & { readonly load: Load }

/** Write an entry as a line. */
export function renderEntry(entry: Entry): string {
  const name = entry.name.padEnd(62)
  if ('missing' in entry) return `${name} not available here: ${entry.missing}`
  const { value, unit, ratio, means, aim } = entry
  const figure = `${value.toFixed(2).padStart(9)} ${unit.padEnd(13)}`
  const compared = `${ratio === undefined ? '' : `× ${ratio.toFixed(2)}`}`.padStart(9)
  const notes = [...(means ? [means] : []), ...(aim ? [aim] : [])].join(', ')
  return `${name} ${figure} ${compared}  ${renderLoad(entry.load)}  ${notes}`.trimEnd()
}

const renderLoad = ({ average, othersCores }: Load) =>
  `load ${average.toFixed(2).padStart(5)}${othersCores === undefined ? '' : `, others ${othersCores.toFixed(2)}`}`
