import type { RunRecord } from '../../harness/record/record.ts'
import { LAYER_ORDER, PHASE_ORDER } from '../../harness/record/vocabulary.ts'
import { orderNames } from '../text/order-names.ts'
import { findHeat } from './find-heat.ts'
import { type Html, html } from './html.ts'
import { renderFilterLink } from './render-filter-link.ts'

/** Show how often each layer denied in each phase; layers that never did are listed, for they were not exercised. */
export function renderDenialMatrix({ scenarios }: RunRecord): Html {
  const denials = scenarios.flatMap(({ steps }) =>
    steps.flatMap(({ phase, denial }) => (denial ? [{ phase, layer: denial.layer }] : [])),
  )
  const count = (layer: string, phase: string) =>
    denials.filter((denial) => denial.layer === layer && denial.phase === phase).length
  const layers = orderNames(
    denials.map(({ layer }) => layer),
    LAYER_ORDER,
  )
  const phases = orderNames([...PHASE_ORDER, ...denials.map(({ phase }) => phase)], PHASE_ORDER)
  const silent = LAYER_ORDER.filter((layer) => !layers.includes(layer))
  const most = Math.max(1, ...layers.flatMap((layer) => phases.map((phase) => count(layer, phase))))
  const cell = (layer: string, phase: string) => {
    const found = count(layer, phase)
    return html`<td class="number heat-${findHeat(found, most)}">${found === 0 ? '·' : found.toLocaleString('en-US')}</td>`
  }
  return html`<section aria-labelledby="denials-title" id="denials">
<h2 id="denials-title">Denials by layer and phase</h2>
<div class="panel">
${
  layers.length === 0
    ? html`<p class="empty">No step was denied.</p>`
    : html`<div class="scroll"><table class="matrix">
<thead><tr><th scope="col">Layer</th>${phases.map((phase) => html`<th scope="col" class="number"><span>${phase}</span></th>`)}</tr></thead>
<tbody>${layers.map(
        (layer) =>
          html`<tr><th scope="row">${renderFilterLink('layer', layer)}</th>${phases.map((phase) => cell(layer, phase))}</tr>`,
      )}</tbody>
</table></div>`
}
${silent.length > 0 && html`<p class="note">Never denied in this run: ${silent.join(', ')}.</p>`}
</div>
</section>`
}
