import type { RecordFinding, RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { clip } from '../text/clip.ts'
import { describePlace } from '../text/describe-place.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { formatJson } from '../text/format-json.ts'
import { type Html, html } from './html.ts'
import { renderIcon } from './icon.ts'
import { renderCopyable } from './render-copyable.ts'

const MAX_VALUE_LENGTH = 1500

/** Show all that went wrong, with expected against found and the command that shows it again. */
export function renderFindings({ scenarios }: RunRecord): Html {
  const articles = scenarios.flatMap((scenario, index) =>
    scenario.verdict === 'broken'
      ? [renderBroken(scenario, index)]
      : scenario.findings.map((finding) => renderFinding(scenario, finding, index)),
  )
  if (articles.length === 0) return html``
  return html`<section aria-labelledby="findings-title" id="findings">
<h2 id="findings-title">Findings <span class="count">${articles.length}</span></h2>
${articles}
</section>`
}

function renderFinding(scenario: RecordScenario, finding: RecordFinding, index: number): Html {
  const step = scenario.steps.find((candidate) => candidate.index === finding.step)
  const layer = finding.layer ?? step?.denial?.layer
  const code = finding.code ?? step?.denial?.code
  const counterexample = scenario.property?.counterexample
  return html`<article class="finding failed">
${renderTitle(scenario, index)}
<p class="place"><code>${describePlace(scenario, finding)}</code>${
    step &&
    html` <span>step ${step.index + 1}: ${clip(step.title, 160)} <span class="phase">${step.phase}</span></span>`
  }</p>
${finding.frame !== undefined && html`<pre class="frame">${finding.frame}</pre>`}
<p class="law"><code class="tag">${finding.law}</code> ${clip(finding.message, MAX_VALUE_LENGTH)}</p>
<dl class="versus">
<div class="expected"><dt>Expected</dt><dd>${clip(finding.expected, MAX_VALUE_LENGTH)}</dd></div>
<div class="found"><dt>Found</dt><dd>${clip(finding.found, MAX_VALUE_LENGTH)}</dd></div>
</dl>
${
  (layer !== undefined || code !== undefined) &&
  html`<p class="decision">Denied by <b>${layer ?? 'an unnamed layer'}</b> ${code && html`<code>${code}</code>`}</p>`
}
${counterexample !== undefined && html`<div class="shrunk"><h4>Shrunk counterexample</h4><pre>${clip(formatJson(counterexample), MAX_VALUE_LENGTH)}</pre></div>`}
<p class="replay">${renderCopyable(scenario.replay, 'replay command')}</p>
</article>`
}

function renderBroken(scenario: RecordScenario, index: number): Html {
  const { code, message } = scenario.broken ?? { code: 'INTERNAL', message: 'no reason was recorded' }
  return html`<article class="finding broken">
${renderTitle(scenario, index)}
<p class="place"><code>${scenario.file}</code> <span>the harness could not run it; the stack was not judged</span></p>
<p class="law"><code class="tag">${code}</code></p>
<pre>${clip(message, MAX_VALUE_LENGTH)}</pre>
<p class="replay">${renderCopyable(scenario.replay, 'replay command')}</p>
</article>`
}

const renderTitle = (scenario: RecordScenario, index: number): Html =>
  html`<h3>${renderIcon(scenario.verdict)}<a href="#s-${index}">${clip(describeScenario(scenario), 300)}</a></h3>`
