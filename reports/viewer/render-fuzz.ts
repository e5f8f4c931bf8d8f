import type { RecordFuzz } from '../../harness/record/record.ts'
import {
  describeFuzzCases,
  describeFuzzDigest,
  describeUnreached,
  tabulateCommands,
} from '../text/describe-fuzz.ts'
import { formatCount } from '../text/format-count.ts'
import { type Html, html } from './html.ts'
import { renderPlot } from './render-plot.ts'

/** Show what a fuzz run drew: what each kind of step came to, and how coverage grew. */
export function renderFuzz(fuzz: RecordFuzz): Html {
  const [head = [], ...rows] = tabulateCommands(fuzz)
  const keys = fuzz.blocks.at(-1)?.keys ?? 0
  return html`<div class="columns">
<section aria-labelledby="fuzz-title" id="fuzz">
<h2 id="fuzz-title">Fuzz run of ${fuzz.property}</h2>
<div class="panel">
<div class="scroll"><table class="areas">
<thead><tr>${head.map((name, column) => html`<th scope="col" class="${column === 0 ? '' : 'number'}">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([kind = '', ...counts]) =>
      html`<tr><th scope="row">${kind}</th>${counts.map((count) => html`<td class="number">${count}</td>`)}</tr>`,
  )}</tbody>
</table></div>
<p class="note">${describeFuzzCases(fuzz)}. ${describeFuzzDigest(fuzz)}.</p>
${describeUnreached(fuzz).map((line) => html`<p class="note">${line}</p>`)}
</div>
</section>
${
  fuzz.blocks.length > 0 &&
  renderPlot({
    id: 'coverage-growth',
    title: 'Growth of coverage',
    shape: 'bars',
    scale: 'linear',
    points: fuzz.blocks.map(({ keys: value }) => ({ value, verdict: 'passed' })),
    formatValue: (value) => `${value.toLocaleString('en-US')} keys`,
    axis: 'blocks of cases, in their order',
    caption: `${formatCount(keys, 'key')} after ${formatCount(fuzz.cases, 'case')}.`,
  })
}
</div>`
}
