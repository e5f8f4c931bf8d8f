import type { RunRecord } from '../../harness/record/record.ts'
import { clip } from '../text/clip.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { type Html, html } from './html.ts'
import { type PlotPoint, renderPlot } from './render-plot.ts'

const MAX_LABEL_LENGTH = 80

/** Show how long the scenarios took, and how far what was expected lay from what was observed. */
export function renderPlots({ scenarios }: RunRecord): Html {
  const label = (scenario: RunRecord['scenarios'][number]) =>
    clip(describeScenario(scenario), MAX_LABEL_LENGTH)
  const durations = scenarios
    .map((scenario) => ({
      value: scenario.timings.durationMs,
      label: label(scenario),
      verdict: scenario.verdict,
    }))
    .sort((a, b) => b.value - a.value)
  const errors = scenarios.flatMap((scenario) =>
    scenario.steps.flatMap(({ outcome, index, verdict }) =>
      outcome
        ? [{ value: Math.abs(outcome.errorBps), label: `${label(scenario)}, step ${index + 1}`, verdict }]
        : [],
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
      caption: `Median ${formatDuration(median(durations))}; slowest: ${describeWorst(durations, formatDuration)}.`,
    })
  }${
    errors.length > 0 &&
    renderPlot({
      id: 'errors',
      title: 'Expected against observed',
      shape: 'dots',
      scale: 'linear',
      points: errors,
      formatValue: formatBps,
      axis: 'writes, in the order of their scenarios',
      caption: `${formatCount(errors.length, 'write')}, median ${formatBps(median(errors))}; worst: ${describeWorst(errors, formatBps)}.`,
    })
  }`
}

const formatBps = (value: number): string => `${value.toLocaleString('en-US')} bps`

const median = (points: readonly PlotPoint[]): number => {
  const sorted = points.map(({ value }) => value).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

const describeWorst = (points: readonly PlotPoint[], format: (value: number) => string): string => {
  const worst = points.reduce<PlotPoint | undefined>((a, b) => (a && a.value >= b.value ? a : b), undefined)
  return worst ? `${worst.label} (${format(worst.value)})` : 'none'
}
