import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Html, html } from './html.ts'

/** Render a page that needs no server, no network and no other file: its style and its only script are in it. */
export const renderDocument = ({
  title,
  script,
  body,
}: {
  readonly title: string
  readonly script: string
  readonly body: Html
}): string =>
  html`<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${describePolicy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(readStyle())}</style>
</head>
<body>
${body}
<script type="module">${new Html(script)}</script>
</body>
</html>
`.markup

const readStyle = (): string => {
  const folder = join(import.meta.dirname, 'style')
  return globSync('*.css', { cwd: folder })
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

// Only this very script may run, and nothing may be fetched: text of a record that slipped through stays inert.
const describePolicy = (script: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
