import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sources } from './variant-loader.ts'
import type { Verdict } from './verdict.ts'

/** What the reporter of the mutants writes: the tests that failed, and the files that did not load. */
export interface TestReport {
  readonly failed: readonly {
    readonly file: string
    readonly name: string
    readonly errors: readonly string[]
  }[]
  readonly crashed: readonly { readonly file: string; readonly errors: readonly string[] }[]
}

/** Name of the environment variable that holds the path of the report. */
export const REPORT_VARIABLE = 'ASSAY_VARIANT_REPORT'

/** Name of the environment variable that holds the path of changed sources. */
export const SOURCES_VARIABLE = 'ASSAY_VARIANT_SOURCES'

/** A failed assertion of vitest, node:assert or a property of fast-check around one. */
const ASSERTION = /^AssertionError/

/** Run test files on changed sources, processes and threads that they start included; stops at the first failure. */
export async function runVitest(
  files: readonly string[],
  sources: Sources,
  options: { readonly root: string; readonly timeoutMs: number },
): Promise<Verdict> {
  const { root } = options
  const directory = mkdtempSync(join(tmpdir(), 'assay-mutant-'))
  try {
    const [sourcesPath, reportPath] = [join(directory, 'sources.json'), join(directory, 'report.json')]
    writeFileSync(sourcesPath, JSON.stringify(sources))
    const preload = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href
    const ended = await spawnInTime(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...['--config', join(import.meta.dirname, 'vitest.config.ts')],
        ...['--bail', '1'],
        ...files,
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          [SOURCES_VARIABLE]: sourcesPath,
          [REPORT_VARIABLE]: reportPath,
          NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`,
        },
        timeoutMs: options.timeoutMs,
      },
    )
    if (ended === 'timed-out') return { kind: 'timed-out', at: files.join(', ') }
    return readReport(JSON.parse(readFileSync(reportPath, 'utf8')) as TestReport, root)
  } catch (cause) {
    return {
      kind: 'invalid',
      problem: `vitest gave no report: ${cause instanceof Error ? cause.message : cause}`,
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readReport({ failed, crashed }: TestReport, root: string): Verdict {
  for (const { file, name, errors } of failed) {
    const assertion = errors.find((text) => ASSERTION.test(text))
    if (assertion)
      return { kind: 'killed', by: `${relative(root, file)} › ${name}`, assertion: shorten(assertion) }
  }
  // What ends in another error than a failed assertion has noticed nothing.
  const [first] = [...failed, ...crashed]
  return first
    ? {
        kind: 'unjudged',
        problem: `${relative(root, first.file)}: ${shorten(first.errors[0] ?? 'it failed')}`,
      }
    : { kind: 'survived' }
}

const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)

/** Run a command to its end, or kill all of its process group when that takes too long. */
export function spawnInTime(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeoutMs: number },
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string } | 'timed-out'> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, options.timeoutMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(isLate ? 'timed-out' : { code, stdout, stderr })
    })
  })
}
