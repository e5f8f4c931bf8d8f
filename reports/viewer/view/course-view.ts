import type { RecordFigure, RecordStep } from '../../../harness/record/record.ts'
import { type ViewAmount, viewAmount } from './amount.ts'
import { viewFigures } from './figure-view.ts'
import { showText } from './show-text.ts'

/** Steps that a table can hold and still be read. */
const MAX_STEPS = 60

/** One row of what was over the steps. */
export interface ViewSeries {
  readonly name: string
  /** One a step; absent where nothing was said of it by then. */
  readonly values: readonly (ViewCell | null)[]
}

/** A value, and whether it differs from the one before. */
export interface ViewCell extends ViewAmount {
  readonly isNew?: true
  /** Its height in a drawing of the row, from 0 to 1. */
  readonly height?: number
}

/** How phase, chain time, spend, prices and balances went over the steps. */
export interface ViewCourse {
  /** Numbers of the steps, from 1. */
  readonly steps: readonly number[]
  /** How many steps there are, where the table holds the first of them only. */
  readonly of?: number
  readonly series: readonly ViewSeries[]
}

interface Value extends ViewAmount {
  readonly number?: number
}
type Reader = (step: RecordStep) => Iterable<readonly [name: string, value: Value]>

/** Prepare what was over the steps; undefined where there is nothing to compare. */
export function viewCourse(steps: readonly RecordStep[]): ViewCourse | undefined {
  const all = steps.filter(({ verdict }) => verdict !== 'skipped')
  const ran = all.slice(0, MAX_STEPS)
  const readers: Reader[] = [readPhase, createTimeReader(), readFigures, readBalances]
  const rows = new Map<string, (Value | undefined)[]>()
  for (const [at, step] of ran.entries()) {
    for (const read of readers) {
      for (const [name, value] of read(step)) {
        const row = rows.get(name) ?? []
        row[at] = value
        rows.set(name, row)
      }
    }
  }
  const series = [...rows].map(([name, row]) => ({ name, values: fill(row, ran.length) }))
  const changing = series.filter(({ values }) => values.slice(1).some((cell) => cell?.isNew))
  if (ran.length < 2 || changing.length === 0) return undefined
  return {
    steps: ran.map(({ index }) => index + 1),
    ...(all.length > ran.length ? { of: all.length } : {}),
    series: changing,
  }
}

/** Name what each chain has of its own, of an agent on two of them. */
const nameOn = (name: string, { chain }: RecordStep): string =>
  chain === undefined ? name : `${name} on ${showText(chain, 60)}`

// What a step says nothing of is as it was.
function fill(row: readonly (Value | undefined)[], length: number): (ViewCell | null)[] {
  const numbers = row.flatMap((value) => (value?.number === undefined ? [] : [value.number]))
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  let last: Value | undefined
  return Array.from({ length }, (_, at) => {
    const value = row[at] ?? last
    const isNew = value?.text !== last?.text
    last = value
    if (value === undefined) return null
    const { number, ...shown } = value
    const height = number === undefined || most === least ? undefined : (number - least) / (most - least)
    return {
      ...shown,
      ...(isNew ? { isNew } : {}),
      ...(height === undefined ? {} : { height: Math.round(height * 100) / 100 }),
    }
  })
}

function* readPhase({ phase, phaseChanges }: RecordStep): ReturnType<Reader> {
  yield ['Phase', { text: showText(phaseChanges?.at(-1)?.to ?? phase, 60) }]
}

function createTimeReader(): Reader {
  const starts = new Map<string | undefined, number>()
  return function* readTime(step) {
    const { chain, before, after } = step
    if (after === undefined) return
    const start = starts.get(chain) ?? Number((before ?? after).timestampSeconds)
    starts.set(chain, start)
    const seconds = Number(after.timestampSeconds) - start
    yield [nameOn('Chain time', step), { text: `+${seconds.toLocaleString('en-US')} s`, number: seconds }]
  }
}

const isWatched = ({ name, source }: RecordFigure): boolean =>
  name === 'of the day with it' || (name.startsWith('price of ') && source !== 'secondary feed')

function* readFigures(step: RecordStep): ReturnType<Reader> {
  for (const verdict of step.hooks) {
    for (const figure of (verdict.figures ?? []).filter(isWatched)) {
      const [view] = viewFigures([figure])
      if (view === undefined) continue
      const { name, value, bound } = view
      const title =
        name === 'of the day with it'
          ? `Spend window with the step${bound === undefined ? '' : `, ${bound}`}`
          : nameOn(name, step)
      yield [title, { ...value, number: Number(figure.value) }]
    }
  }
}

function* readBalances(step: RecordStep): ReturnType<Reader> {
  for (const state of [step.before, step.after]) {
    for (const { symbol, decimals, baseUnits } of state?.balances ?? []) {
      const value = viewAmount(baseUnits, { decimals })
      yield [nameOn(`Balance of ${showText(symbol, 60)}`, step), { ...value, number: Number(baseUnits) }]
    }
  }
}
