import type { RecordDifference, RecordGate } from '../../harness/record/record.ts'
import { countDifferences, tabulateDifferences } from '../text/describe-gate.ts'
import { formatCount } from '../text/format-count.ts'
import { type Html, html } from './html.ts'

/** More than these are counted only. */
const MAX_DIFFERENCES = 1000

/** Show in what a run differs from its baseline, what got worse first. */
export function renderBaseline({ baseline, outdated = [], differences }: RecordGate): Html {
  const more = differences.length - MAX_DIFFERENCES
  return html`<section aria-labelledby="baseline-title" id="baseline">
<h2 id="baseline-title">Against the baseline</h2>
<p class="note"><code>${baseline}</code>: ${countDifferences(differences)}. What is worse by more than is tolerated fails the run.</p>
${outdated.map((each) => html`<p class="note">not of this checkout: ${each}</p>`)}
${
  differences.length > 0 &&
  html`<div class="panel scroll" tabindex="0" role="group" aria-label="Differences"><table class="baseline">
<thead><tr><th scope="col">Measure</th><th scope="col">Scenario</th><th scope="col" class="number">Then</th><th scope="col" class="number">Now</th><th scope="col" class="number">Change</th></tr></thead>
<tbody>${differences.slice(0, MAX_DIFFERENCES).map(renderDifference)}</tbody>
</table></div>`
}
${more > 0 && html`<p class="note">and ${formatCount(more, 'more difference')}</p>`}
</section>`
}

function renderDifference(difference: RecordDifference): Html {
  const { isWorse, scenario } = difference
  const [[measure = '', before = '', after = '', change = ''] = []] = tabulateDifferences([difference])
  return html`<tr class="${isWorse ? 'worse' : ''}"><th scope="row">${measure}${isWorse && html` <span class="tag">worse</span>`}</th>
<td>${scenario === undefined ? 'the run' : html`<a href="#/" data-scenario="${scenario}">${scenario}</a>`}</td>
<td class="number">${before}</td><td class="number">${after}</td><td class="number">${change}</td></tr>`
}
