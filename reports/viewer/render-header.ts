import type { RunRecord } from '../../harness/record/record.ts'
import { describeStandIns, listStandIns } from '../../harness/record/stand-ins.ts'
import { describeCoverage } from '../text/describe-coverage.ts'
import { describeExtent } from '../text/describe-extent.ts'
import { countDifferences } from '../text/describe-gate.ts'
import { describeIncomplete } from '../text/describe-incomplete.ts'
import { describeReplay } from '../text/describe-replay.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { shortenHash } from '../text/shorten-hash.ts'
import { type Html, html } from './html.ts'
import { renderIcon } from './icon.ts'
import { renderCopyable } from './render-copyable.ts'
import { renderFact } from './render-fact.ts'

/** Show the verdict, and what is needed to get the same run again. */
export function renderHeader(record: RunRecord): Html {
  const { provenance, summary, digest, standings } = record
  const { origin } = provenance
  return html`<div class="verdict ${summary.verdict}">
${renderIcon(summary.verdict === 'interrupted' ? 'broken' : summary.verdict)}
<div><h1 tabindex="-1">${summary.verdict}</h1><p>${describe(record)}</p>${record.incomplete && html`<p>${describeIncomplete(record)}</p>`}${describeCoverage(record).map((line) => html`<p>Coverage: ${line}.</p>`)}${renderWorse(record)}</div>
</div>
<dl class="facts">
${renderFact('Seed', renderCopyable(provenance.seed, 'seed'))}
${renderFact('Digest', renderCopyable(digest, 'digest', shortenHash(digest)))}
${renderFact('World', renderCopyable(provenance.worldHash, 'world hash', shortenHash(provenance.worldHash)))}
${renderFact('Origin', `${origin.kind}, chain ${origin.chainId}, block ${origin.blockNumber}`)}
${describeExtent(record).map(([name, text]) => renderFact(name, text))}
${standings && renderFact('Labels', describeStandIns(listStandIns(standings)))}
${provenance.replayOf && renderFact('Replay', describeReplay(provenance).join(' '))}
${record.gate && renderFact('Baseline', `${record.gate.baseline}: ${countDifferences(record.gate.differences)}`)}
${renderFact('Started', html`<time datetime="${record.startedAt}">${record.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`)}
</dl>`
}

/** Say that a run is worse than its baseline, which fails it although its scenarios passed. */
function renderWorse({ gate }: RunRecord): Html | undefined {
  const worse = gate?.differences.filter(({ isWorse }) => isWorse) ?? []
  return gate && worse.length > 0
    ? html`<p>Baseline: ${countDifferences(worse)} than ${gate.baseline}.</p>`
    : undefined
}

function describe({ summary, timings }: RunRecord): string {
  const duration = formatDuration(timings.totalMs)
  const parts = (['failed', 'flaky', 'broken', 'skipped'] as const)
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => `${summary[verdict].toLocaleString('en-US')} ${verdict}`)
  const rest = parts.length > 0 ? parts.join(', ') : summary.total === 0 ? 'none ran' : 'all passed'
  return `${formatCount(summary.total, 'scenario')} in ${duration}: ${rest}.`
}
