import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Reporter } from '../../reports/reporter.ts'
import { REPORTERS } from '../../reports/reporters/index.ts'
import { HarnessError } from '../errors.ts'
import { assertFileWritable } from './assert-writable.ts'
import { importUserModule } from './import-user-module.ts'
import { parseFile, suggest } from './parse-option.ts'

/** One `--reporter`: a name or the path of a module, and the file that it writes; stdout without one. */
export interface ReporterChoice {
  readonly reporter: string
  readonly file?: string
}

/** A reporter that was found, and the file that it writes. */
export interface ChosenReporter {
  readonly reporter: Reporter
  readonly file?: string
}

const NAMES = Object.keys(REPORTERS)

const DEFAULT_REPORTERS: readonly ChosenReporter[] = [{ reporter: REPORTERS.console }]

const isPath = (name: string) => /[/\\]|\.[cm]?[jt]s$/.test(name)

/** Read one `--reporter name`, `name=file`, `./module.ts` or `./module.ts=file`, after those before it. */
export function parseReporter(text: string, before: readonly ReporterChoice[] = []): ReporterChoice[] {
  const at = text.indexOf('=')
  const reporter = at === -1 ? text : text.slice(0, at)
  const file = at === -1 ? undefined : text.slice(at + 1)
  if (!isPath(reporter) && !NAMES.includes(reporter)) {
    throw new InvalidArgumentError(
      `${suggest(reporter, NAMES)}expected ${NAMES.join(', ')}, or the path of a module`,
    )
  }
  if (file === '')
    throw new InvalidArgumentError(`expected a file after "${reporter}=", or "${reporter}" alone`)
  if (file === undefined && before.some((other) => other.file === undefined)) {
    throw new InvalidArgumentError(
      `one reporter alone prints on stdout: give another its file, ${reporter}=FILE`,
    )
  }
  if (file !== undefined && before.some((other) => other.file && resolve(other.file) === resolve(file))) {
    throw new InvalidArgumentError(`another reporter writes ${file}, too`)
  }
  return [...before, { reporter, ...(file === undefined ? {} : { file: parseFile(file) }) }]
}

/**
 * Find the reporters that were asked for; modules are loaded. What is written to `stepSummary` goes behind what is there.
 *
 * @throws HarnessError BAD_USAGE for a module that is none, or gives no reporter; OUTPUT_UNWRITABLE for a file that cannot be written
 */
export async function loadReporters(
  choices: readonly ReporterChoice[] | undefined,
  stepSummary = process.env.GITHUB_STEP_SUMMARY,
): Promise<readonly ChosenReporter[]> {
  if (choices === undefined) return DEFAULT_REPORTERS
  return Promise.all(
    choices.map(async ({ reporter: name, ...rest }) => {
      if (rest.file !== undefined) assertFileWritable(rest.file)
      const reporter = isBuiltIn(name) ? REPORTERS[name] : await loadReporter(resolve(name))
      const isSummary = stepSummary && rest.file && resolve(rest.file) === resolve(stepSummary)
      return { reporter: isSummary ? appendTo(stepSummary, reporter) : reporter, ...rest }
    }),
  )
}

// GitHub Actions shows all that the commands of a step have written to its summary, each behind the others.
const appendTo = (file: string, reporter: Reporter): Reporter => ({
  name: reporter.name,
  render(record, options) {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    const text = reporter.render(record, options)
    // A person's own may give something else, which is said where it would be written.
    return typeof text === 'string' ? before + gap + text : text
  },
})

const isBuiltIn = (name: string): name is keyof typeof REPORTERS => NAMES.includes(name)

async function loadReporter(path: string): Promise<Reporter> {
  if (!existsSync(path)) {
    throw new HarnessError('BAD_USAGE', 'there is no such reporter', {
      where: '--reporter',
      expected: `one of ${NAMES.join(', ')}, or the path of a module`,
      found: `nothing at ${path}`,
      hint: 'correct the path; it is relative to the working directory',
    })
  }
  const { default: found } = await importUserModule(path)
  if (typeof found === 'function') return { name: path, render: found as Reporter['render'] }
  if (isReporter(found)) return found
  throw new HarnessError('BAD_USAGE', 'the module gives no reporter', {
    where: path,
    expected: 'a default export: a function from the record to text, or an object with such a render()',
    found: found === undefined ? 'no default export' : `a default export of type ${typeof found}`,
    hint: 'see *Reports* in README.md',
  })
}

const isReporter = (value: unknown): value is Reporter =>
  typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function'
