import type { RunRecord } from '../../harness/record/record.ts'
import { summariseCoverage } from '../../harness/record/summarise-coverage.ts'
import { type CoverageGroup, groupCoverage } from '../text/group-coverage.ts'
import { COVERAGE_TITLES } from '../text/name-coverage.ts'
import { type Html, html } from './html.ts'

type Key = CoverageGroup['keys'][number]

/** Show what a run exercised and, just as plainly, what it did not; nothing for a run that was not asked. */
export function renderCoverage({ coverage }: RunRecord): Html | undefined {
  if (coverage === undefined) return undefined
  const { exercised, total, percent, verdict } = summariseCoverage(coverage)
  const { violations, minPercent } = coverage
  const asked = minPercent === undefined ? '' : `, at least ${minPercent} % asked for`
  return html`<section aria-labelledby="coverage-title" id="coverage">
<h2 id="coverage-title">Coverage <span class="${verdict}">${percent} %</span></h2>
<p class="note">${exercised} of ${total} exercised${asked}. A count is that of scenarios; what is not exercised has not passed.</p>
${violations.length > 0 && html`<p class="note failed">Seen, and must never be: ${violations.join(', ')}.</p>`}
<div class="coverage">${groupCoverage(coverage).map(renderGroup)}</div>
</section>`
}

const renderGroup = (group: CoverageGroup): Html =>
  html`<div class="panel ${group.kind === 'cell' || group.kind === 'code' ? 'wide' : ''}">
<h3>${COVERAGE_TITLES[group.kind] ?? group.kind} <small>${group.exercised} of ${group.keys.length}</small></h3>
${group.kind === 'cell' ? renderCells(group.keys) : group.kind === 'hook' ? renderHooks(group.keys) : renderList(group.keys)}
</div>`

/** Phases across, classes down; each cell says what the design decides there. */
function renderCells(keys: readonly Key[]): Html {
  const cells = keys.map(({ name, scenarios }) => {
    const [phase = '', actionClass = '', decision = ''] = name.split('/')
    return { phase, actionClass, decision, scenarios }
  })
  return renderMatrix(
    'Class',
    [...new Set(cells.map(({ actionClass }) => actionClass))],
    [...new Set(cells.map(({ phase }) => phase))],
    (row, column) => {
      const cell = cells.find(({ phase, actionClass }) => phase === column && actionClass === row)
      return cell && renderCount(cell.scenarios, cell.decision)
    },
  )
}

/** Verdicts across, hooks down; a verdict that a hook cannot give has no cell. */
function renderHooks(keys: readonly Key[]): Html {
  const cells = keys.map(({ name, scenarios }) => {
    const [hook = '', verdict = ''] = name.split('/')
    return { hook, verdict, scenarios }
  })
  return renderMatrix(
    'Hook',
    [...new Set(cells.map(({ hook }) => hook))],
    [...new Set(cells.map(({ verdict }) => verdict))],
    (row, column) => {
      const cell = cells.find(({ hook, verdict }) => hook === row && verdict === column)
      return cell && renderCount(cell.scenarios)
    },
  )
}

const renderMatrix = (
  corner: string,
  rows: readonly string[],
  columns: readonly string[],
  cell: (row: string, column: string) => Html | undefined,
): Html =>
  html`<div class="scroll"><table class="matrix">
<thead><tr><th scope="col">${corner}</th>${columns.map((column) => html`<th scope="col" class="number"><span>${column}</span></th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row}</th>${columns.map((column) => cell(row, column) ?? html`<td class="number heat-0"></td>`)}</tr>`,
  )}</tbody>
</table></div>`

const renderCount = (scenarios: number, decision = ''): Html =>
  scenarios === 0
    ? html`<td class="number missing">${decision} <small>not exercised</small></td>`
    : html`<td class="number heat-1">${decision} <small>${scenarios.toLocaleString('en-US')}</small></td>`

const renderList = (keys: readonly Key[]): Html =>
  html`<ul class="keys">${keys.map(({ name, scenarios }) =>
    scenarios === 0
      ? html`<li class="missing"><code>${name}</code> <small>not exercised</small></li>`
      : html`<li><code>${name}</code> <small>${scenarios.toLocaleString('en-US')}</small></li>`,
  )}</ul>`
