import pico from 'picocolors'
import type { RecordScenario, RecordStep } from '../../harness/record/record.ts'
import type { Colors, Reporter } from '../reporter.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { truncate } from '../text/display-width.ts'
import { formatDuration } from '../text/format-duration.ts'
import { createLabel, labelScenario } from '../text/label-names.ts'
import { makeVisible } from '../text/make-visible.ts'
import { CONSOLE_REPORTER, MARKS, paint } from './console.ts'

/** Gives every scenario with its steps, and who denied each that was denied, before what `console` gives. */
export const VERBOSE_REPORTER: Reporter = {
  name: 'verbose',
  render(record, options = {}) {
    const { colors = pico.createColors(false), columns = 80 } = options
    const label = createLabel(record.standings)
    return [
      ...record.scenarios.flatMap((scenario) =>
        renderScenario(labelScenario(scenario, label), colors, Math.max(40, columns)),
      ),
      '',
      CONSOLE_REPORTER.render(record, options),
    ].join('\n')
  },
}

function renderScenario(scenario: RecordScenario, colors: Colors, columns: number): string[] {
  const { verdict, timings, steps } = scenario
  const duration = `  ${formatDuration(timings.durationMs)}`
  const title = truncate(line(describeScenario(scenario)), columns - 2 - duration.length)
  return [
    `${paint(colors, verdict)(MARKS[verdict])} ${title}${colors.dim(duration)}`,
    ...steps.map((step) => {
      const text = truncate(`${step.index + 1} ${line(describeStep(step))}`, columns - 6)
      return `    ${paint(colors, step.verdict)(MARKS[step.verdict])} ${colors.dim(text)}`
    }),
  ]
}

const describeStep = ({ title, denial, transaction }: RecordStep) =>
  [
    title,
    ...(denial ? [`denied by ${denial.layer} ${denial.code}`] : []),
    ...(transaction ? [`mined in block ${transaction.blockNumber}, ${transaction.gasUsed} gas`] : []),
  ].join(': ')

const line = (text: string) => makeVisible(text).replaceAll('\n', ' ')
