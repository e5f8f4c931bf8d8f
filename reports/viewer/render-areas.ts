import type { RunRecord } from '../../harness/record/record.ts'
import { formatDuration } from '../text/format-duration.ts'
import { type Area, groupByArea } from '../text/group-by-area.ts'
import { type Html, html } from './html.ts'
import { renderFilterLink } from './render-filter-link.ts'

const VERDICTS = ['passed', 'failed', 'flaky', 'broken', 'skipped'] as const

/** Show a table of the areas with their counts. */
export const renderAreas = ({ scenarios }: RunRecord): Html =>
  html`<section aria-labelledby="areas-title" id="areas">
<h2 id="areas-title">Areas</h2>
<div class="panel scroll"><table class="areas">
<thead><tr><th scope="col">Area</th>${VERDICTS.map((verdict) => html`<th scope="col" class="number">${verdict}</th>`)}<th scope="col" class="number">Time</th></tr></thead>
<tbody>${groupByArea(scenarios).map(renderArea)}</tbody>
</table></div>
</section>`

const renderArea = (area: Area): Html =>
  html`<tr><th scope="row">${renderFilterLink('area', area.name)}${renderBar(area)}</th>${VERDICTS.map(
    (verdict) =>
      html`<td class="number ${area[verdict] === 0 ? 'none' : verdict}">${area[verdict].toLocaleString('en-US')}</td>`,
  )}<td class="number">${formatDuration(area.durationMs)}</td></tr>`

const renderBar = (area: Area): Html =>
  html`<span class="bar" aria-hidden="true">${VERDICTS.map(
    (verdict) => area[verdict] > 0 && html`<i class="${verdict}" style="flex:${area[verdict]}"></i>`,
  )}</span>`
