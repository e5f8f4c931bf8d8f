import type { RunRecord } from '../../harness/record/record.ts'
import { clip } from '../text/clip.ts'
import { formatCount } from '../text/format-count.ts'
import { type Html, html } from './html.ts'

const MAX_ID_LENGTH = 300

const VERDICTS = ['failed', 'flaky', 'broken', 'skipped', 'passed'] as const

/** Show the filters of the list of scenarios; its rows are built by the page, some at a time. */
export const renderList = ({ scenarios, summary, notRun = [] }: RunRecord): Html =>
  html`<section aria-labelledby="scenarios-title" id="scenarios">
<h2 id="scenarios-title">Scenarios</h2>
<form class="filters" role="search" aria-label="Filter scenarios">
<label for="filter">Filter</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="name, file, code, 0x… or area: layer: code: hook: tx:" />
<div id="verdicts" role="group" aria-label="Verdict">
<button type="button" data-verdict="" aria-pressed="true">All <span>${scenarios.length.toLocaleString('en-US')}</span></button>
${VERDICTS.map((verdict) => renderButton(verdict, scenarios.filter((scenario) => scenario.verdict === verdict).length))}
</div>
<p id="shown" role="status" aria-live="polite"></p>
</form>
${summary.total > scenarios.length && html`<p class="note">${formatCount(summary.total - scenarios.length, 'scenario')} did not run and left no record.</p>`}
${notRun.length > 0 && html`<details class="more"><summary>What did not run</summary><ul class="keys">${notRun.map((id) => html`<li><code>${clip(id, MAX_ID_LENGTH)}</code></li>`)}</ul></details>`}
<ol id="list"></ol>
<button type="button" id="more" hidden>Show more</button>
</section>`

const renderButton = (verdict: (typeof VERDICTS)[number], count: number): Html | undefined =>
  count === 0
    ? undefined
    : html`<button type="button" data-verdict="${verdict}" aria-pressed="false">${verdict} <span>${count.toLocaleString('en-US')}</span></button>`
