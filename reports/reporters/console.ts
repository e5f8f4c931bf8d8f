import { stripVTControlCharacters } from 'node:util'
import pico from 'picocolors'
import { restoreFigures } from '../../harness/record/hook-figures.ts'
import { PROGRAM } from '../../harness/record/program.ts'
import type {
  RecordCoverage,
  RecordFinding,
  RecordFuzz,
  RecordScenario,
  RecordStep,
  RecordVerdict,
  RunRecord,
  RunVerdict,
} from '../../harness/record/record.ts'
import { describeStandIns, listStandIns } from '../../harness/record/stand-ins.ts'
import { summariseCoverage } from '../../harness/record/summarise-coverage.ts'
import type { Colors, Reporter } from '../reporter.ts'
import { clip } from '../text/clip.ts'
import { listExtent } from '../text/describe-extent.ts'
import {
  describeFuzzCases,
  describeFuzzDigest,
  describeUnreached,
  sampleGrowth,
  tabulateCommands,
} from '../text/describe-fuzz.ts'
import { describeIncomplete } from '../text/describe-incomplete.ts'
import { describeMaxLoss } from '../text/describe-max-loss.ts'
import { describePlace } from '../text/describe-place.ts'
import { describeReplay } from '../text/describe-replay.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { describeCalls, describeChanges, describeDecision } from '../text/describe-step.ts'
import { displayWidth, truncate } from '../text/display-width.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { type Area, groupByArea } from '../text/group-by-area.ts'
import { groupCoverage } from '../text/group-coverage.ts'
import { groupThousands } from '../text/group-thousands.ts'
import { joinWhole } from '../text/join-whole.ts'
import { createLabel, type Label, labelScenario } from '../text/label-names.ts'
import { lookUp } from '../text/look-up.ts'
import { makeVisible } from '../text/make-visible.ts'
import { COVERAGE_TITLES } from '../text/name-coverage.ts'
import { renderGate } from '../text/render-gate.ts'
import { wrap } from '../text/wrap.ts'

const MAX_VALUE_LENGTH = 600
const LABEL_WIDTH = 11
const INDENT = '  '

/**
 * Gives the summary for a terminal: a line an area, every failure with its replay command, the result, and by how much
 * detail is asked for what was not exercised and what verdicts rest on.
 */
export const CONSOLE_REPORTER: Reporter = {
  name: 'console',
  render(record, { colors = pico.createColors(false), columns = 80, program = PROGRAM, detail } = {}) {
    const label = createLabel(record.standings)
    const isQuiet = detail === 'quiet'
    const paper: Paper = { colors, columns: Math.max(40, columns), program, isQuiet, label }
    return [
      ...renderAreas(record, paper),
      ...record.scenarios.flatMap((scenario) => renderProblems(labelScenario(scenario, label), paper)),
      ...(record.fuzz ? renderFuzz(record.fuzz, paper) : []),
      ...(record.coverage ? renderCoverage(record.coverage, paper) : []),
      ...(record.gate ? ['', ...renderGate(record.gate, colors)] : []),
      ...renderResult(record, paper),
    ].join('\n')
  },
}

interface Paper {
  readonly colors: Colors
  readonly columns: number
  readonly program: string
  readonly isQuiet: boolean
  readonly label: Label
}

/** What stands before a verdict. */
export const MARKS: Readonly<Record<RecordVerdict, string>> = {
  passed: '✓',
  failed: '✗',
  flaky: '~',
  broken: '!',
  skipped: '-',
}

/** The colour of a verdict. */
export const paint = (colors: Colors, verdict: RecordVerdict | RunVerdict): ((text: string) => string) =>
  ({
    passed: colors.green,
    failed: colors.red,
    flaky: colors.red,
    broken: colors.yellow,
    interrupted: colors.yellow,
    skipped: colors.gray,
  })[verdict]

function renderAreas(record: RunRecord, paper: Paper): string[] {
  const { colors, columns } = paper
  const areas = groupByArea(record.scenarios)
  const nameWidth = Math.min(
    Math.max(...areas.map(({ name }) => displayWidth(makeVisible(name))), 4),
    Math.floor(columns / 3),
  )
  return areas.map((area) => {
    const name = truncate(makeVisible(area.name), nameWidth)
    const verdict = worstOf(area)
    const padding = ' '.repeat(nameWidth - displayWidth(name))
    const mark = paint(colors, verdict)(MARKS[verdict])
    const duration = colors.dim(formatDuration(area.durationMs))
    return `${mark} ${name}${padding}  ${describeCounts(area, colors)}  ${duration}`
  })
}

const worstOf = (area: Area): RecordVerdict =>
  area.broken > 0
    ? 'broken'
    : area.failed > 0
      ? 'failed'
      : area.flaky > 0
        ? 'flaky'
        : area.passed > 0
          ? 'passed'
          : 'skipped'

const describeCounts = (counts: Readonly<Record<RecordVerdict, number>>, colors: Colors): string =>
  (['failed', 'flaky', 'broken', 'passed', 'skipped'] as const)
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => paint(colors, verdict)(`${counts[verdict].toLocaleString('en-US')} ${verdict}`))
    .join(', ')

function renderProblems(scenario: RecordScenario, paper: Paper): string[] {
  if (scenario.verdict === 'broken') return renderBroken(scenario, paper)
  return scenario.findings.flatMap((finding) => renderFinding(scenario, finding, paper))
}

function renderFinding(scenario: RecordScenario, finding: RecordFinding, paper: Paper): string[] {
  const step = restoreFigures(scenario.steps).find(({ index }) => index === finding.step)
  const counterexample = scenario.property?.counterexample
  return [
    ...renderTitle(scenario.verdict === 'flaky' ? 'FLAKY' : 'FAILED', scenario.verdict, scenario, paper),
    ...renderField('at', describePlace(scenario, finding), paper),
    ...renderFrame(finding.frame, paper),
    ...(step
      ? renderField(
          'step',
          `${step.index + 1} ${clip(groupThousands(step.title), 200)} (${step.phase})`,
          paper,
        )
      : []),
    ...renderField('law', finding.law, paper),
    ...(finding.message === '' ? [] : renderField('message', groupThousands(finding.message), paper)),
    ...renderField('expected', groupThousands(finding.expected), paper, paper.colors.green),
    ...renderField('found', groupThousands(finding.found), paper, paper.colors.red),
    ...renderDecision(finding, step?.denial, paper),
    ...(step ? renderActs(step, scenario, paper) : []),
    ...(counterexample === undefined ? [] : renderField('shrunk to', JSON.stringify(counterexample), paper)),
    renderReplay(scenario, paper),
  ]
}

/** What the step called, by which numbers it was denied, and what the account had before and after. */
const renderActs = (step: RecordStep, { names }: RecordScenario, paper: Paper): string[] =>
  [
    ['called', describeCalls(step, names)] as const,
    ['by', describeDecision(step)] as const,
    ['account', describeChanges(step)] as const,
  ].flatMap(([label, parts]) =>
    parts.length === 0 ? [] : renderField(label, joinWhole(parts, MAX_VALUE_LENGTH), paper),
  )

/** Lines of a file are cut, never wrapped: the caret stands below its column. */
const renderFrame = (frame: string | undefined, { colors, columns }: Paper): string[] =>
  (frame?.split('\n') ?? []).map((line) => {
    const shown = INDENT + makeVisible(clip(line, columns - INDENT.length))
    return line.startsWith('>') || line.endsWith('^') ? shown : colors.dim(shown)
  })

function renderBroken(scenario: RecordScenario, paper: Paper): string[] {
  const { code, message } = scenario.broken ?? { code: 'INTERNAL', message: 'no reason was recorded' }
  return [
    ...renderTitle('BROKEN', 'broken', scenario, paper),
    ...renderField('at', scenario.file, paper),
    ...renderField('code', code, paper),
    ...renderField('message', message, paper),
    renderReplay(scenario, paper),
  ]
}

function renderTitle(word: string, verdict: RecordVerdict, scenario: RecordScenario, paper: Paper): string[] {
  const { colors, columns } = paper
  const title = makeVisible(clip(describeScenario(scenario), 300)).replaceAll('\n', ' ')
  const [first = '', ...rest] = wrap(title, columns - word.length - 1)
  const indent = ' '.repeat(word.length + 1)
  return [
    '',
    `${paint(colors, verdict)(colors.bold(word))} ${colors.bold(first)}`,
    ...rest.map((line) => indent + colors.bold(line)),
  ]
}

function renderField(
  label: string,
  value: string,
  { colors, columns }: Paper,
  decorate: (text: string) => string = (text) => text,
): string[] {
  const hanging = ' '.repeat(INDENT.length + LABEL_WIDTH)
  return wrap(makeVisible(clip(value, MAX_VALUE_LENGTH)), columns - hanging.length).map((line, index) =>
    index === 0
      ? `${INDENT}${colors.dim(label.padEnd(LABEL_WIDTH))}${decorate(line)}`
      : `${hanging}${decorate(line)}`,
  )
}

// The finding names who decided; where it does not, the denial of its step does.
function renderDecision(
  finding: Pick<RecordFinding, 'layer' | 'code'>,
  denial: { readonly layer: string; readonly code: string } | undefined,
  paper: Paper,
): string[] {
  const layer = finding.layer ?? denial?.layer
  const code = finding.code ?? denial?.code
  const decision = [layer, code].filter((part) => part !== undefined).join(' · ')
  return decision === '' ? [] : renderField('denied by', decision, paper)
}

// Never wrapped: a person copies it as one line.
function renderReplay({ replay }: RecordScenario, { colors, program }: Paper): string {
  const command = replay.startsWith(`${PROGRAM} `) ? program + replay.slice(PROGRAM.length) : replay
  return `${INDENT}${colors.dim('replay'.padEnd(LABEL_WIDTH))}${colors.cyan(makeVisible(command).replaceAll('\n', ' '))}`
}

function renderCoverage(coverage: RecordCoverage, paper: Paper): string[] {
  const { colors } = paper
  const groups = groupCoverage(coverage)
  const titles = groups.map(({ kind }) => lookUp(COVERAGE_TITLES, kind) ?? makeVisible(kind))
  const width = Math.max(...titles.map((title) => title.length))
  const { exercised, total, percent, verdict, isEnough } = summariseCoverage(coverage)
  const asked = coverage.minPercent === undefined ? '' : `, at least ${coverage.minPercent} % asked for`
  return [
    '',
    `${colors.bold('COVERAGE')}  ${paint(colors, verdict)(`${percent} %`)}: ${exercised} of ${total} exercised${asked}`,
    ...renderNames('must never be seen', coverage.violations, paper, colors.red),
    ...(paper.isQuiet && isEnough ? [] : groups).flatMap(({ keys, exercised: seen, notExercised }, index) => [
      `${INDENT}${(titles[index] ?? '').padEnd(width)}  ${`${seen}/${keys.length}`.padStart(7)}`,
      ...renderNames('not exercised', notExercised.map(paper.label), paper, colors.yellow),
    ]),
  ]
}

function renderNames(
  label: string,
  names: readonly string[],
  { colors, columns }: Paper,
  decorate: (text: string) => string,
): string[] {
  if (names.length === 0) return []
  const text = `${label}: ${makeVisible(names.join(', '))}`
  return wrap(text, columns - 2 * INDENT.length).map(
    (line) => `${INDENT}${INDENT}${decorate(colors.dim(line))}`,
  )
}

function renderFuzz(fuzz: RecordFuzz, { colors, columns }: Paper): string[] {
  const rows = tabulateCommands(fuzz).map((row) => row.map(makeVisible))
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  )
  const table = rows.map((row, index) => {
    const [kind = '', ...rest] = row
    const last = rest.pop() ?? ''
    const counts = rest.map((cell, column) => cell.padStart(widths[column + 1] ?? 0))
    const line = truncate(INDENT + [kind.padEnd(widths[0] ?? 0), ...counts, last].join('  '), columns)
    return index === 0 || index === rows.length - 1 ? colors.bold(line) : line
  })
  const met = fuzz.failures.map(
    ({ id, firstCase, cases }) =>
      `${INDENT}${makeVisible(id)}: first in case ${firstCase}, in ${formatCount(cases, 'case')}`,
  )
  return [
    '',
    `${colors.bold(`fuzz ${makeVisible(fuzz.property)}`)}  ${describeFuzzCases(fuzz)}, ${fuzz.corpus} in the corpus`,
    ...table,
    ...describeUnreached(fuzz).flatMap((line) =>
      wrap(makeVisible(line), columns - 2).map((part) => INDENT + part),
    ),
    ...wrap(`coverage keys: ${sampleGrowth(fuzz).join(', ') || 'no block completed'}`, columns - 2).map(
      (line) => INDENT + line,
    ),
    ...met,
    ...wrap(makeVisible(describeFuzzDigest(fuzz)), columns - 2).map((line) => INDENT + line),
  ]
}

function renderResult(record: RunRecord, paper: Paper): string[] {
  const { summary, provenance, timings, digest } = record
  const { colors } = paper
  const word = paint(colors, summary.verdict)(colors.bold(summary.verdict.toUpperCase()))
  const counts = describeCounts(summary, colors) || 'none ran'
  const seed = `seed ${makeVisible(provenance.seed)}`
  return [
    '',
    ...fill(
      [
        `${word}  ${formatCount(summary.total, 'scenario')}: `,
        counts,
        `  ${colors.dim(`in ${formatDuration(timings.totalMs)}`)}`,
      ],
      paper,
    ),
    ...fill(
      [seed, `  world ${provenance.worldHash.slice(0, 12)}`, `  digest ${digest.slice(0, 12)}`].map(
        colors.dim,
      ),
      paper,
    ),
    ...listExtent(record).flatMap((line) => wrapDim(line, paper)),
    ...wrapDim(describeStandIns(listStandIns(record.standings)), paper),
    ...(record.incomplete
      ? wrap(makeVisible(describeIncomplete(record)), paper.columns).map(paint(colors, summary.verdict))
      : []),
    ...describeReplay(provenance)
      .flatMap((line) => wrap(makeVisible(line), paper.columns))
      .map(colors.yellow),
    ...(paper.isQuiet ? [] : provenance.assumptions).flatMap((text) => wrapDim(`assumed: ${text}`, paper)),
    ...(provenance.maxLoss && !paper.isQuiet ? fill(describeMaxLoss(provenance).map(makeVisible), paper) : [])
      .flatMap((text) => wrap(text, paper.columns))
      .map(colors.dim),
  ]
}

const wrapDim = (text: string, { colors, columns }: Paper): string[] =>
  text === '' ? [] : wrap(makeVisible(text), columns).map(colors.dim)

/** Put parts on one line where they fit, each on a line of its own where they do not. */
function fill(parts: readonly string[], { columns }: Paper): string[] {
  const line = parts.join('')
  return displayWidth(stripVTControlCharacters(line)) <= columns
    ? [line]
    : parts.map((part) => part.replace(/^ +| +$/g, ''))
}
