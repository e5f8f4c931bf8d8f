import type { RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { clip } from '../text/clip.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { type Html, html } from './html.ts'
import { type PlotPoint, renderPlot } from './render-plot.ts'

const MAX_LABEL_LENGTH = 80
const WORST = 5

/** A value of a scenario, or of a step of it. */
interface Measure extends PlotPoint {
  readonly scenario: RecordScenario
  /** Number of the step, from 1. */
  readonly step?: number
}

/** Show how long the scenarios took, and how far what was expected lay from what was observed. */
export function renderPlots({ scenarios }: RunRecord): Html {
  const durations = scenarios
    .map((scenario): Measure => ({ value: scenario.timings.durationMs, verdict: scenario.verdict, scenario }))
    .sort((a, b) => b.value - a.value)
  const errors = scenarios.flatMap((scenario) =>
    scenario.steps.flatMap(({ outcome, index, verdict }): Measure[] =>
      outcome ? [{ value: Math.abs(outcome.errorBps), verdict, scenario, step: index + 1 }] : [],
    ),
  )
  return html`${
    durations.length > 0 &&
    renderPlot({
      id: 'durations',
      title: 'Duration per scenario',
      shape: 'bars',
      scale: 'log',
      points: durations,
      formatValue: formatDuration,
      axis: 'scenarios, slowest first; logarithmic',
      ...describeWorst(
        `Median ${formatDuration(median(durations))}`,
        'the slowest',
        durations,
        formatDuration,
      ),
    })
  }${
    errors.length > 0 &&
    renderPlot({
      id: 'errors',
      title: 'Expected against observed',
      shape: 'dots',
      scale: 'symlog',
      points: errors,
      formatValue: formatBps,
      axis: 'writes, in the order of their scenarios; logarithmic above 1 bps',
      ...describeWorst(
        `${formatCount(errors.length, 'write')}, median ${formatBps(median(errors))}`,
        'the farthest apart',
        errors,
        formatBps,
      ),
    })
  }`
}

const formatBps = (value: number): string => `${value.toLocaleString('en-US')} bps`

const median = (points: readonly PlotPoint[]): number => {
  const sorted = points.map(({ value }) => value).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

/** Caption and list of the worst; where nothing is above zero there is no list, and none is announced. */
function describeWorst(
  all: string,
  worst: string,
  measures: readonly Measure[],
  format: (value: number) => string,
): { readonly caption: string; readonly worst: Html } {
  const found = measures
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, WORST)
  if (found.length === 0) return { caption: `${all}; none above that.`, worst: html`` }
  return {
    caption: `${all}; ${worst}:`,
    worst: html`<ol class="worst">${found.map(
      ({ scenario, step, value }) =>
        html`<li><a href="#/" data-scenario="${scenario.id}" data-step="${step}">${clip(describeScenario(scenario), MAX_LABEL_LENGTH)}</a>${step !== undefined && `, step ${step}`} <b>${format(value)}</b></li>`,
    )}</ol>`,
  }
}
