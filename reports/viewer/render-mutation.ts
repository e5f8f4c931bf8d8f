import { join } from 'node:path'
import {
  isRight,
  type MutantVerdict,
  type MutationRecord,
  type RecordMutant,
} from '../../harness/record/mutation.ts'
import { clip } from '../text/clip.ts'
import { describeReason } from '../text/describe-mutant.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { shortenHash } from '../text/shorten-hash.ts'
import { type Html, html } from './html.ts'
import { joinScript } from './join-script.ts'
import { renderDocument } from './render-document.ts'
import { renderFact } from './render-fact.ts'

const MAX_REASON_LENGTH = 400

/** Render the record of a campaign as a page of its own: a row a mutant, with who killed it, and a filter. */
export function renderMutation(record: MutationRecord): string {
  const { mutants, layers, incomplete, listed, planned } = record
  const wrong = mutants.filter((mutant) => !isRight(mutant)).length
  const open = planned - mutants.length
  const [reason = ''] = (incomplete?.message ?? '').split('\n')
  return renderDocument({
    title: `Assay mutants, ${record.startedAt}`,
    script: joinScript(join(import.meta.dirname, 'page/mutants.js')),
    body: html`<a class="skip" href="#main">Skip to the content</a>
<header class="page-header"><span class="brand">Assay <span>mutants</span></span>
<div class="tools"><button type="button" id="theme">Theme</button></div></header>
<main id="main" tabindex="-1">
<h1>${wrong > 0 ? `${formatCount(wrong, 'mutant')} did not end as it has to` : mutants.length === 0 ? 'None was judged' : `All${open > 0 ? ' that were judged' : ''} ended as they have to`}</h1>
<p>${formatCount(mutants.length, 'seeded fault')} judged${planned < listed && ` of the ${listed.toLocaleString('en-US')} that are listed`}, one at a time. A fault has to be noticed by an assertion, a control by nothing.</p>
${open > 0 && html`<p class="note">Partial: ${reason}; ${formatCount(open, 'mutant')} not judged.</p>`}
<dl class="facts">
${renderFact('Git commit', record.gitCommit ? html`<code>${record.gitCommit}</code>${record.isDirty ? ' with uncommitted changes' : ''}` : 'not in a repository')}
${renderFact('Code', html`<code>${shortenHash(record.codeHash)}</code>`)}
${renderFact('World', html`<code>${shortenHash(record.worldHash)}</code>`)}
${renderFact('Started', html`<time datetime="${record.startedAt}">${record.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`)}
</dl>
<section aria-labelledby="mutants-title"><h2 id="mutants-title">Mutants</h2>
${renderFilter(mutants)}
<div class="panel scroll" tabindex="0" role="group" aria-label="Mutants"><table class="mutants">
<thead><tr><th scope="col">Id</th><th scope="col">Layer</th><th scope="col">Fault</th><th scope="col">Breaks</th><th scope="col">What became of it</th>${hasAlone(mutants) && html`<th scope="col">With all other layers off</th>`}<th scope="col" class="number">Took</th></tr></thead>
<tbody>${mutants.map((mutant) => renderMutant(mutant, hasAlone(mutants)))}</tbody>
</table></div></section>
${layers.length > 0 && renderLayers(layers)}
</main>`,
  })
}

const hasAlone = (mutants: readonly RecordMutant[]): boolean =>
  mutants.some(({ alone }) => alone !== undefined)

function renderFilter(mutants: readonly RecordMutant[]): Html {
  const kinds = [...new Set(mutants.map(({ verdict }) => verdict.kind))].sort()
  const button = (name: string, filter: string, count: number) =>
    html`<button type="button" data-filter="${filter}" aria-pressed="false">${name} <span>${count.toLocaleString('en-US')}</span></button>`
  return html`<form class="filters" role="search" aria-label="Filter mutants">
<label for="filter">Filter</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="words, or layer: verdict: alone: invariant: file:">
<div id="verdicts" role="group" aria-label="Verdict">${button('All', '', mutants.length)}${kinds.map((kind) =>
    button(kind, `verdict:${kind}`, mutants.filter(({ verdict }) => verdict.kind === kind).length),
  )}</div>
<p id="shown" role="status" aria-live="polite"></p>
</form>`
}

function renderMutant(found: RecordMutant, showsAlone: boolean): Html {
  const { mutant, verdict, alone, durationMs } = found
  const terms = [
    `layer:${mutant.layer}`,
    `verdict:${verdict.kind}`,
    ...(alone ? [`alone:${alone.kind}`] : []),
    ...mutant.violates.map((invariant) => `invariant:${invariant}`),
    ...mutant.edits.map(({ file }) => `file:${file}`),
  ]
  return html`<tr class="${isRight(found) ? '' : 'worse'}" data-terms="${terms.join('\n').toLowerCase()}"><th scope="row"><code>${mutant.id}</code></th>
<td>${mutant.layer}</td>
<td>${mutant.isControl && html`<span class="tag">control</span> `}${mutant.fault}<br><small>${[...new Set(mutant.edits.map(({ file }) => file))].join(', ')}</small></td>
<td>${mutant.violates.join(', ')}</td>
<td>${renderVerdict(verdict)}</td>${showsAlone && html`<td>${alone ? renderVerdict(alone) : '—'}</td>`}
<td class="number">${formatDuration(durationMs)}</td></tr>`
}

const renderVerdict = (verdict: MutantVerdict): Html =>
  html`<span class="tag">${verdict.kind}</span> ${clip(describeReason(verdict), MAX_REASON_LENGTH)}`

const renderLayers = (layers: MutationRecord['layers']): Html =>
  html`<section aria-labelledby="layers-title"><h2 id="layers-title">Layers</h2>
<p class="note">What turns red when one layer alone is switched off.</p>
<div class="panel scroll" tabindex="0" role="group" aria-label="Layers"><table class="layers">
<thead><tr><th scope="col">Without</th><th scope="col">What became of it</th></tr></thead>
<tbody>${layers.map(({ layer, verdict }) => html`<tr><th scope="row">${layer}</th><td>${renderVerdict(verdict)}</td></tr>`)}</tbody>
</table></div></section>`
