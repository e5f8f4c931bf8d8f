import type { RunRecord } from '../../harness/record/record.ts'
import { describeDraws } from '../text/describe-draws.ts'
import { describeIncomplete } from '../text/describe-incomplete.ts'
import { describeMaxLoss } from '../text/describe-max-loss.ts'
import { describeReplay } from '../text/describe-replay.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { shortenHash } from '../text/shorten-hash.ts'
import { type Html, html } from './html.ts'
import { renderIcon } from './icon.ts'
import { renderCopyable } from './render-copyable.ts'

/** Show the verdict, and what is needed to get the same run again. */
export function renderHeader(record: RunRecord): Html {
  const { provenance, summary, digest } = record
  const { origin } = provenance
  const drawn = describeDraws(record.scenarios)
  const originText = `${origin.kind}, chain ${origin.chainId}, block ${origin.blockNumber}`
  return html`<header class="page-header">
<p class="brand">Assay <span>run report</span></p>
<div class="verdict ${summary.verdict}">
${renderIcon(summary.verdict === 'interrupted' ? 'broken' : summary.verdict)}
<div><h1>${summary.verdict}</h1><p>${describe(record)}</p>${record.incomplete && html`<p>${describeIncomplete(record)}</p>`}</div>
</div>
<dl class="facts">
${fact('Seed', renderCopyable(provenance.seed, 'seed'))}
${fact('Digest', renderCopyable(digest, 'digest', shortenHash(digest)))}
${fact('World', renderCopyable(provenance.worldHash, 'world hash', shortenHash(provenance.worldHash)))}
${fact('Origin', originText)}
${provenance.maxLoss ? fact('Safety', describeMaxLoss(provenance).join(', ')) : ''}
${drawn === '' ? '' : fact('Drawn', drawn.replace('drawn: ', ''))}
${provenance.assumptions.length > 0 ? fact('Assumed', provenance.assumptions.join(', ')) : ''}
${provenance.replayOf ? fact('Replay', describeReplay(provenance).join(' ')) : ''}
${fact('Started', html`<time datetime="${record.startedAt}">${record.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`)}
</dl>
<details class="provenance"><summary>Provenance</summary><dl class="facts">
${fact('Run', record.runId)}
${fact('Git commit', provenance.gitCommit ? html`<code>${provenance.gitCommit}</code>${provenance.isDirty ? ' with uncommitted changes' : ''}` : 'not in a repository')}
${fact('Code', html`<code>${shortenHash(provenance.codeHash)}</code>`)}
${fact('Assay', provenance.assayVersion)}
${fact('Node', provenance.nodeVersion)}
${fact('Anvil', provenance.anvilVersion)}
${fact('Platform', provenance.platform)}
${fact('Set-up', formatDuration(record.timings.setUpMs))}
${fact('Record version', record.recordVersion)}
${Object.entries(provenance.options).map(([name, value]) => fact(name, html`<code>${JSON.stringify(value)}</code>`))}
</dl></details>
</header>`
}

const fact = (name: string, value: Html | string | number): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

function describe({ summary, timings }: RunRecord): string {
  const duration = formatDuration(timings.totalMs)
  const parts = (['failed', 'flaky', 'broken', 'skipped'] as const)
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => `${summary[verdict].toLocaleString('en-US')} ${verdict}`)
  const rest = parts.length === 0 ? 'all passed' : parts.join(', ')
  return `${formatCount(summary.total, 'scenario')} in ${duration}: ${rest}.`
}
