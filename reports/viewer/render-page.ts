import { join } from 'node:path'
import type { RecordVerdict, RunRecord } from '../../harness/record/record.ts'
import type { RenderOptions } from '../reporter.ts'
import { embedBlocks, embedJson } from './embed-json.ts'
import { type Html, html } from './html.ts'
import { ICON_SPRITE } from './icon.ts'
import { joinScript } from './join-script.ts'
import { renderAreas } from './render-areas.ts'
import { renderBaseline } from './render-baseline.ts'
import { renderCoverage } from './render-coverage.ts'
import { renderDenialMatrix } from './render-denial-matrix.ts'
import { renderDocument } from './render-document.ts'
import { renderFuzz } from './render-fuzz.ts'
import { renderHeader } from './render-header.ts'
import { renderHelp } from './render-help.ts'
import { renderList } from './render-list.ts'
import { renderPlots } from './render-plots.ts'
import { renderProvenance } from './render-provenance.ts'
import { renderTiles } from './render-tiles.ts'
import { listSources } from './view/list-sources.ts'
import { FILTER_KEYS, viewEntry } from './view/list-view.ts'
import { viewScenario } from './view/scenario-view.ts'

/** A part of the page that is shown by itself, with what its tab says. */
interface View {
  readonly name: string
  readonly tab: string
  readonly content: Html | undefined
}

/** What comes first in the list. */
const ORDER: readonly RecordVerdict[] = ['failed', 'flaky', 'broken', 'skipped', 'passed']

/** Render a record as one page that needs no server, no network and no other file. */
export function renderPage(record: RunRecord, { readSource }: RenderOptions = {}): string {
  const script = joinScript(join(import.meta.dirname, 'page/main.js'))
  const { verdict } = record.summary
  const views = listViews(record).filter(({ content }) => content !== undefined)
  // Sorting is stable: within a verdict they stay in the order of their ids.
  const scenarios = record.scenarios.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
  return renderDocument({
    title: `${verdict} · Assay run ${record.runId}`,
    script,
    body: html`${ICON_SPRITE}
<a class="skip" href="#main">Skip to the content</a>
<header class="page-header">
<a class="brand" href="#/">Assay <span>run report</span></a>
<nav class="tabs" aria-label="Parts of the report">${views.map(
      ({ name, tab }) => html`<a href="#/${name === 'scenarios' ? '' : name}" data-for="${name}">${tab}</a>`,
    )}</nav>
<div class="tools"><button type="button" id="theme">Theme</button><button type="button" id="help-open" aria-label="Keys">?</button></div>
</header>
<main id="main" tabindex="-1">
${views.map(renderView)}
<div data-view="scenario" id="view-scenario" hidden></div>
<noscript><p class="note">The list of scenarios needs JavaScript; run.json beside this page holds everything.</p></noscript>
</main>
<footer><p>Assay ${record.provenance.assayVersion}, record version ${record.recordVersion}. The whole record is in run.json.</p></footer>
${renderHelp()}
<div class="announcer" role="status" aria-live="polite"></div>
${embedJson('run-data', { keys: FILTER_KEYS, list: scenarios.map(viewEntry) })}
${embedBlocks(
  'scenario-data',
  scenarios.map((scenario) => viewScenario(scenario, record.standings)),
)}
${embedJson('source-data', listSources(scenarios, readSource))}`,
  })
}

// The list of scenarios has the run's verdict as its heading.
const renderView = ({ name, tab, content }: View): Html =>
  html`<div data-view="${name}" id="view-${name}">${name !== 'scenarios' && html`<h1 class="unseen" tabindex="-1">${tab}</h1>`}${content}</div>`

const listViews = (record: RunRecord): View[] => [
  {
    name: 'scenarios',
    tab: 'Scenarios',
    content: html`${renderHeader(record)}${renderTiles(record)}${renderList(record)}`,
  },
  {
    name: 'areas',
    tab: 'Areas',
    content: html`<div class="columns">${renderAreas(record)}${renderDenialMatrix(record)}</div>`,
  },
  { name: 'baseline', tab: 'Baseline', content: record.gate && renderBaseline(record.gate) },
  { name: 'fuzz', tab: 'Fuzz', content: record.fuzz && renderFuzz(record.fuzz) },
  { name: 'coverage', tab: 'Coverage', content: renderCoverage(record) },
  { name: 'measures', tab: 'Measures', content: renderPlots(record) },
  { name: 'run', tab: 'Run', content: renderProvenance(record) },
]
