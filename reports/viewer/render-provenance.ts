import type { RecordAttacks, RecordMaxLoss, RunRecord } from '../../harness/record/record.ts'
import { formatAmount } from '../text/format-amount.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { shortenHash } from '../text/shorten-hash.ts'
import { type Html, html } from './html.ts'
import { renderFact } from './render-fact.ts'

const USDC_DECIMALS = 6

/** Show where a run comes from, what it takes for granted, and what is stated of the stack that it did not test. */
export function renderProvenance({ provenance, recordVersion, runId, timings }: RunRecord): Html {
  const { assumptions, maxLoss } = provenance
  return html`<section aria-labelledby="run-title">
<h2 id="run-title">This run</h2>
<dl class="facts panel padded">
${renderFact('Run', runId)}
${renderFact('Git commit', provenance.gitCommit ? html`<code>${provenance.gitCommit}</code>${provenance.isDirty ? ' with uncommitted changes' : ''}` : 'not in a repository')}
${renderFact('Code', html`<code>${shortenHash(provenance.codeHash)}</code>`)}
${provenance.cassetteHash && renderFact('Cassette', html`<code>${shortenHash(provenance.cassetteHash)}</code>`)}
${renderFact('Assay', provenance.assayVersion)}
${renderFact('Node', provenance.nodeVersion)}
${renderFact('Anvil', provenance.anvilVersion)}
${renderFact('Platform', provenance.platform)}
${renderFact('Set-up', formatDuration(timings.setUpMs))}
${renderFact('Record version', recordVersion)}
${Object.entries(provenance.options).map(([name, value]) => renderFact(name, html`<code>${JSON.stringify(value)}</code>`))}
</dl>
${
  assumptions.length > 0 &&
  html`<h2>Taken for granted</h2><ul class="panel padded">${assumptions.map((assumption) => html`<li>${assumption}</li>`)}</ul>`
}
${maxLoss && renderMaxLoss(maxLoss)}
</section>`
}

const renderMaxLoss = (maxLoss: RecordMaxLoss): Html => {
  const usdc = (baseUnits: string) =>
    html`<span class="amount" title="${baseUnits} base units">${formatAmount(baseUnits, USDC_DECIMALS)} USDC<span class="unseen"> (${baseUnits} base units)</span></span>`
  return html`<h2>Stated of the stack, not a result of this run</h2>
<div class="panel padded">
<p>At most ${usdc(maxLoss.untilStopUsdc)} of ${usdc(maxLoss.capitalUsdc)} can be lost until everything stops${
    maxLoss.staleFeedsUsdc === '0'
      ? ''
      : html`, and ${usdc(maxLoss.staleFeedsUsdc)} more while no feed is fresh`
  }. In any 24 hours:</p>
<div class="scroll" tabindex="0" role="group" aria-label="Bounds of a day"><table>
<thead><tr><th scope="col">What is hostile</th><th scope="col" class="number">At most</th></tr></thead>
<tbody>${maxLoss.bounds.map(
    ({ assumes, perDayUsdc }) =>
      html`<tr><th scope="row">${assumes}</th><td class="number">${usdc(perDayUsdc)}</td></tr>`,
  )}</tbody>
</table></div>
${maxLoss.tested && html`<p class="note">${describeAttacks(maxLoss.tested)}</p>`}
</div>`
}

const describeAttacks = ({ attacks, worstBps, date, gitCommit, isCurrent }: RecordAttacks): string =>
  [
    `Attacks were not part of this run. The last to be tried, ${formatCount(attacks, 'attack')} of npm run test:full on ${date}`,
    gitCommit === null ? '' : ` at ${gitCommit.slice(0, 7)}`,
    `, came to ${(worstBps / 100).toFixed(1)} % of their bound`,
    isCurrent ? '.' : '; code or policies changed since.',
  ].join('')
