import type { RunRecord } from '../../harness/record/record.ts'
import { findMost } from './find-most.ts'
import { type Html, html } from './html.ts'

/** Show the counts of a run as tiles. */
export function renderTiles({ summary, scenarios }: RunRecord): Html {
  const steps = scenarios.flatMap((scenario) => scenario.steps)
  const errors = steps.flatMap(({ outcome }) => (outcome ? [outcome.errorBps] : []))
  const denials = steps.filter(({ denial }) => denial !== undefined).length
  return html`<section aria-label="Summary"><ul class="tiles">
${tile('Scenarios', summary.total)}
${(['passed', 'failed', 'flaky', 'broken', 'skipped'] as const).map((verdict) => tile(verdict, summary[verdict], verdict))}
${tile('Steps', steps.length)}
${tile('Denials', denials)}
${tile('Writes', errors.length)}
${errors.length > 0 && tile('Worst error', findMost(errors, Number.NEGATIVE_INFINITY), '', 'bps')}
</ul></section>`
}

const tile = (label: string, value: number, verdict = '', unit = ''): Html =>
  html`<li class="tile ${value === 0 ? 'none' : verdict}"><span class="figure">${value.toLocaleString(
    'en-US',
  )}${unit !== '' && html`<small> ${unit}</small>`}</span><span class="label">${label}</span></li>`
