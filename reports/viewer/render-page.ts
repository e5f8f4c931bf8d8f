import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunRecord } from '../../harness/record/record.ts'
import { Html, html } from './html.ts'
import { ICON_SPRITE } from './icon.ts'
import { renderAreas } from './render-areas.ts'
import { renderCoverage } from './render-coverage.ts'
import { renderDenialMatrix } from './render-denial-matrix.ts'
import { renderFindings } from './render-findings.ts'
import { renderFuzz } from './render-fuzz.ts'
import { renderHeader } from './render-header.ts'
import { renderPlots } from './render-plots.ts'
import { renderScenarios } from './render-scenarios.ts'
import { renderTiles } from './render-tiles.ts'

const readPart = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** Render a record as one page that needs no server, no network and no other file. */
export function renderPage(record: RunRecord): string {
  const style = readPart('viewer.css')
  const script = readPart('viewer.js')
  // Only this very script may run, and nothing may be fetched: text of a record that slipped through stays inert.
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const { verdict } = record.summary
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdict} · Assay run ${record.runId}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
${ICON_SPRITE}
<a class="skip" href="#main">Skip to the content</a>
${renderHeader(record)}
<main id="main">
${renderTiles(record)}
${renderFindings(record)}
${record.fuzz && renderFuzz(record.fuzz)}
<div class="columns">
${renderAreas(record)}
${renderDenialMatrix(record)}
${renderPlots(record)}
</div>
${renderCoverage(record)}
${renderScenarios(record)}
<noscript><p class="note">Opening a scenario needs JavaScript; run.json beside this page holds everything.</p></noscript>
</main>
<footer><p>Assay ${record.provenance.assayVersion}, record version ${record.recordVersion}. The whole record is in run.json.</p></footer>
<div class="announcer" role="status" aria-live="polite"></div>
<script type="module">${new Html(script)}</script>
</body>
</html>
`.markup
}
