import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { RunRecord } from '../../harness/record/record.ts'
import type { RenderOptions } from '../../reports/reporter.ts'
import { HTML_REPORTER } from '../../reports/reporters/html.ts'

/** A phone. */
export const PHONE = { width: 390, height: 844 }
/** A screen on a desk. */
export const DESK = { width: 1440, height: 1000 }

/** A report that is open in a browser, and what went wrong in it. */
export interface OpenReport extends AsyncDisposable {
  readonly page: Page
  /** Errors, complaints of its console, dialogs, and whatever it asked of a network. */
  readonly trouble: readonly string[]
  /** Go to an address within it; what listens to its changes has been told when this resolves. */
  go(hash: string): Promise<void>
  /** The part of its address behind `#`, as the page has it: the driver's own is told of it later. */
  hash(): Promise<string>
}

/** Write reports of records to files and open them from there; the files are removed at the end. */
export function createReports(): { write(record: RunRecord, options?: RenderOptions): string } & Disposable {
  const directory = mkdtempSync(join(tmpdir(), 'assay-viewer-'))
  let count = 0
  return {
    write(record, options) {
      count += 1
      const path = join(directory, `${count}.html`)
      writeFileSync(path, HTML_REPORTER.render(record, options))
      return pathToFileURL(path).href
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  }
}

/** Open a report in a window of its own. */
export async function openReport(
  browser: Browser,
  url: string,
  { hash = '', ...options }: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<OpenReport> {
  const context = await browser.newContext({ viewport: DESK, ...options })
  const page = await context.newPage()
  const trouble: string[] = []
  page.on('pageerror', ({ message }) => trouble.push(message))
  page.on('console', (message) => trouble.push(message.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) trouble.push(request.url())
  })
  page.on('dialog', (dialog) => {
    trouble.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(`${url}${hash}`)
  // A scenario is unpacked after the page has loaded, and is shown as a whole.
  await page.locator('h1:visible').waitFor()
  return {
    page,
    trouble,
    go: (next) =>
      page.evaluate(`new Promise((resolve) => {
        const { href } = location
        addEventListener('hashchange', () => resolve(), { once: true })
        location.hash = ${JSON.stringify(next)}
        if (location.href === href) resolve()
      })`),
    hash: () => page.evaluate('location.hash'),
    [Symbol.asyncDispose]: () => context.close(),
  }
}
