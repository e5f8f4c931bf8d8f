import type { RunRecord } from '../../harness/record/record.ts'
import { summariseCoverage } from '../../harness/record/summarise-coverage.ts'
import { type CoverageGroup, groupCoverage } from '../text/group-coverage.ts'
import { createLabel, type Label } from '../text/label-names.ts'
import { lookUp } from '../text/look-up.ts'
import { COVERAGE_TITLES } from '../text/name-coverage.ts'
import { findHeat } from './find-heat.ts'
import { Html, type HtmlValue, html } from './html.ts'
import { renderFilterLink } from './render-filter-link.ts'
import type { FILTER_KEYS } from './view/list-view.ts'

type Key = CoverageGroup['keys'][number]

/** Show what a run exercised and, just as plainly, what it did not; nothing for a run that was not asked. */
export function renderCoverage({ coverage, standings }: RunRecord): Html | undefined {
  if (coverage === undefined) return undefined
  const { exercised, total, percent, verdict } = summariseCoverage(coverage)
  const { violations, minPercent } = coverage
  const asked = minPercent === undefined ? '' : `, at least ${minPercent} % asked for`
  return html`<section aria-labelledby="coverage-title" id="coverage">
<h2 id="coverage-title">Coverage <span class="${verdict}">${percent} %</span></h2>
<p class="note">${exercised} of ${total} exercised${asked}. A count is that of scenarios; what is not exercised has not passed.</p>
${violations.length > 0 && html`<p class="note failed">Seen, and must never be: ${violations.join(', ')}.</p>`}
<div class="coverage">${groupCoverage(coverage).map((group) => renderGroup(group, createLabel(standings)))}</div>
</section>`
}

/** By which term of the filter the scenarios of a key are found; absent where the list does not tell them. */
const FILTERS: Readonly<Record<string, (typeof FILTER_KEYS)[number]>> = {
  cell: 'cell',
  code: 'code',
  fault: 'fault',
  kind: 'action',
  tool: 'tool',
}

/** More than these are folded: how many there are stands in sight. */
const MAX_SHOWN = 12

function renderGroup({ kind, keys, exercised }: CoverageGroup, label: Label): Html {
  const most = Math.max(1, ...keys.map(({ scenarios }) => scenarios))
  const content =
    kind === 'cell'
      ? renderCells(keys, most)
      : kind === 'hook'
        ? renderHooks(keys, most)
        : renderList(kind, keys, most, label)
  return html`<div class="panel ${kind === 'cell' || keys.length > 40 ? 'wide' : ''}">
<h3>${lookUp(COVERAGE_TITLES, kind) ?? kind} <small>${exercised} of ${keys.length}</small></h3>
${content}
</div>`
}

/** Phases across, classes down; each cell says what the design decides there. */
function renderCells(keys: readonly Key[], most: number): Html {
  const cells = keys.map((key) => {
    const [phase = '', actionClass = '', decision = ''] = key.name.split('/')
    return { ...key, phase, actionClass, decision }
  })
  return renderMatrix(
    'Class',
    [...new Set(cells.map(({ actionClass }) => actionClass))],
    [...new Set(cells.map(({ phase }) => phase))],
    (row, column) => {
      const cell = cells.find(({ phase, actionClass }) => phase === column && actionClass === row)
      return (
        cell && renderCount(cell, most, renderFilterLink('cell', cell.name, cell.decision), cell.decision)
      )
    },
  )
}

/** Verdicts across, hooks down; a verdict that a hook cannot give has no cell. */
function renderHooks(keys: readonly Key[], most: number): Html {
  const cells = keys.map((key) => {
    const [hook = '', verdict = ''] = key.name.split('/')
    return { ...key, hook, verdict }
  })
  return renderMatrix(
    'Hook',
    [...new Set(cells.map(({ hook }) => hook))],
    [...new Set(cells.map(({ verdict }) => verdict))],
    (row, column) => {
      const cell = cells.find(({ hook, verdict }) => hook === row && verdict === column)
      return cell && renderCount(cell, most)
    },
  )
}

const renderMatrix = (
  corner: string,
  rows: readonly string[],
  columns: readonly string[],
  cell: (row: string, column: string) => Html | undefined,
): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${corner}: ${columns.join(', ')}"><table class="matrix">
<thead><tr><th scope="col">${corner}</th>${columns.map((column) => html`<th scope="col" class="number"><span>${column}</span></th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row}</th>${columns.map((column) => cell(row, column) ?? html`<td class="number heat-0"></td>`)}</tr>`,
  )}</tbody>
</table></div>`

const renderCount = ({ scenarios }: Key, most: number, link: HtmlValue = '', missing = ''): Html =>
  scenarios === 0
    ? html`<td class="number missing">${missing} <small>not exercised</small></td>`
    : html`<td class="number heat-${findHeat(scenarios, most)}">${link} <small>${scenarios.toLocaleString('en-US')}</small></td>`

function renderList(kind: string, keys: readonly Key[], most: number, label: Label): Html {
  const filter = lookUp(FILTERS, kind)
  const shown = keys
    .filter(({ scenarios }) => scenarios > 0)
    .map(
      ({ name, scenarios }) =>
        html`<li class="heat-${findHeat(scenarios, most)}"><code>${filter === undefined ? label(name) : renderFilterLink(filter, name, label(name))}</code> <small>${scenarios.toLocaleString('en-US')}</small></li>`,
    )
  const missing = keys.filter(({ scenarios }) => scenarios === 0)
  return html`${shown.length > 0 && html`<ul class="keys">${shown}</ul>`}${
    missing.length > 0 &&
    html`<details class="missing-keys"${new Html(missing.length > MAX_SHOWN ? '' : ' open')}><summary>${missing.length} not exercised</summary>
<ul class="keys">${missing.map(({ name }) => html`<li class="missing"><code>${label(name)}</code></li>`)}</ul></details>`
  }`
}
