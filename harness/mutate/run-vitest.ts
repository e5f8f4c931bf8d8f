import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sources } from './variant-loader.ts'
import type { Verdict } from './verdict.ts'

interface Report {
  readonly testResults?: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** Name of the environment variable that holds the path of changed sources. */
export const SOURCES_VARIABLE = 'ASSAY_VARIANT_SOURCES'

/** A failed assertion of vitest, node:assert or a property of fast-check around one. */
const ASSERTION = /AssertionError|ERR_ASSERTION/

/** Run test files on changed sources, processes and threads that they start included; stops at the first failure. */
export async function runVitest(
  files: readonly string[],
  sources: Sources,
  options: { readonly root: string; readonly timeoutMs: number; readonly isolatedTest?: string },
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
        ...['--reporter', 'json', '--outputFile', reportPath, '--bail', '1'],
        ...files,
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          [SOURCES_VARIABLE]: sourcesPath,
          NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`,
        },
        timeoutMs: options.timeoutMs,
      },
    )
    if (ended === 'timed-out') return { kind: 'timed-out', at: files.join(', ') }
    return readReport(JSON.parse(readFileSync(reportPath, 'utf8')) as Report, root)
  } catch (cause) {
    return { kind: 'invalid', problem: `vitest gave no report: ${cause instanceof Error ? cause.message : cause}` }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readReport({ testResults = [] }: Report, root: string): Verdict {
  for (const { name, assertionResults } of testResults) {
    for (const { fullName, status, failureMessages = [] } of assertionResults) {
      const assertion = failureMessages.find((text) => ASSERTION.test(text))
      if (status !== 'failed' || assertion === undefined) continue
      return { kind: 'killed', by: `${relative(root, name)} › ${fullName}`, assertion: firstLine(assertion) }
    }
  }
  const crashed = testResults.find(({ status }) => status === 'failed')
  // A test that ends in another error than a failed assertion has noticed nothing.
  if (crashed) {
    const problem = crashed.message ?? crashed.assertionResults.flatMap((test) => test.failureMessages ?? [])[0] ?? ''
    return { kind: 'unjudged', problem: `${relative(root, crashed.name)}: ${firstLine(problem)}` }
  }
  return { kind: 'survived' }
}

const firstLine = (text: string) => text.split('\n').find((line) => ASSERTION.test(line))?.slice(0, 160) ?? text.split('\n')[0] ?? ''

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
