import type { RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { clip } from '../text/clip.ts'
import { listCell } from '../text/describe-scenario.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { embedJson } from './embed-json.ts'
import { type Html, html } from './html.ts'
import { renderIcon } from './icon.ts'
import { viewScenario } from './scenario-view.ts'

const VERDICTS = ['failed', 'flaky', 'broken', 'skipped', 'passed'] as const

/** Show the list of scenarios with its filters; what a card holds is embedded as data and built when it is opened. */
export const renderScenarios = ({ scenarios, summary }: RunRecord): Html =>
  html`<section aria-labelledby="scenarios-title" id="scenarios">
<h2 id="scenarios-title">Scenarios</h2>
<form class="filters" role="search" aria-label="Filter scenarios">
<label for="filter">Filter</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="name, file, area:, phase:, layer: or code" />
<div class="verdicts" role="group" aria-label="Verdict">
<button type="button" data-verdict="" aria-pressed="true">All <span>${scenarios.length}</span></button>
${VERDICTS.map(
  (verdict) =>
    html`<button type="button" data-verdict="${verdict}" aria-pressed="false">${verdict} <span>${scenarios.filter((scenario) => scenario.verdict === verdict).length}</span></button>`,
)}
</div>
<p class="shown" role="status" aria-live="polite"></p>
</form>
${summary.total > scenarios.length && html`<p class="note">${formatCount(summary.total - scenarios.length, 'scenario')} did not run and left no record.</p>`}
<ol class="cards">${scenarios.map(renderCard)}</ol>
</section>`

const renderCard = (scenario: RecordScenario, index: number): Html =>
  html`<li class="card ${scenario.verdict}" id="s-${index}" data-verdict="${scenario.verdict}" data-terms="${listTerms(scenario)}" data-search="${listWords(scenario)}">
<h3><button type="button" aria-expanded="false" aria-controls="b-${index}">
${renderIcon(scenario.verdict)}
<span class="name">${clip(scenario.name, 300)}${listCell(scenario).map(
    (text) => html` <span class="cell">${text}</span>`,
  )}</span>
<span class="meta"><span class="area">${scenario.area}</span><span>${scenario.property ? formatCount(scenario.property.runs, 'case') : formatCount(scenario.steps.length, 'step')}</span><span class="time">${formatDuration(scenario.timings.durationMs)}</span></span>
</button></h3>
<div class="body" id="b-${index}" hidden></div>
${embedJson(`d-${index}`, viewScenario(scenario))}
</li>
`

// Exact terms are separated by line feeds, for a name may hold spaces.
function listTerms({ area, kind, profile, driver, steps }: RecordScenario): string {
  const terms = [
    `area:${area}`,
    `kind:${kind}`,
    `profile:${profile}`,
    ...(driver ? [`driver:${driver}`] : []),
    ...steps.flatMap(({ phase, denial }) => [
      `phase:${phase}`,
      ...(denial ? [`layer:${denial.layer}`, `code:${denial.code}`] : []),
    ]),
  ]
  return [...new Set(terms)].join('\n').toLowerCase()
}

function listWords({ id, name, area, steps, findings, broken }: RecordScenario): string {
  const words = [
    clip(name, 300),
    id,
    area,
    ...steps.flatMap(({ denial }) => (denial ? [denial.layer, denial.code] : [])),
    ...findings.flatMap(({ law, code = '', layer = '' }) => [law, code, layer]),
    broken?.code ?? '',
  ]
  return [...new Set(words)].join(' ').toLowerCase()
}
