import { describeStandIns, listStandIns } from '../../harness/record/stand-ins.ts'
import type { Reporter } from '../reporter.ts'
import { clip } from '../text/clip.ts'
import { listExtent } from '../text/describe-extent.ts'
import { describePlace } from '../text/describe-place.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { groupByArea } from '../text/group-by-area.ts'
import { groupThousands } from '../text/group-thousands.ts'
import { listRunProblems, listScenarioProblems } from '../text/list-problems.ts'
import { makeVisible } from '../text/make-visible.ts'

const MAX_VALUE_LENGTH = 1_000
/** A job summary holds a megabyte at most; what comes after is in the report. */
const MAX_SCENARIOS = 50
const MAX_RUN_PROBLEMS = 50

const VERDICTS = ['failed', 'flaky', 'broken', 'passed', 'skipped'] as const

/** Gives a summary in GitHub's Markdown: the result, a row an area, and what did not pass with its replay command. */
export const MARKDOWN_REPORTER: Reporter = {
  name: 'markdown',
  render(record) {
    const { summary, provenance, timings, digest } = record
    const counts = VERDICTS.filter((verdict) => summary[verdict] > 0).map(
      (verdict) => `${summary[verdict].toLocaleString('en-US')} ${verdict}`,
    )
    const standIns = describeStandIns(listStandIns(record.standings))
    const problems = listRunProblems(record)
    const wrong = record.scenarios.filter((scenario) => listScenarioProblems(scenario).length > 0)
    return [
      `## Assay: ${summary.verdict}`,
      '',
      `${formatCount(summary.total, 'scenario')}: ${counts.join(', ') || 'none ran'} in ${formatDuration(timings.totalMs)}. Seed ${code(provenance.seed)}, world ${code(provenance.worldHash.slice(0, 12))}, digest ${code(digest.slice(0, 12))}.`,
      ...listExtent(record).flatMap((line) => ['', inert(`${clip(line, MAX_VALUE_LENGTH)}.`)]),
      ...(standIns === '' ? [] : ['', inert(`${standIns}.`)]),
      ...problems
        .slice(0, MAX_RUN_PROBLEMS)
        .flatMap(({ rule, message }) => [
          '',
          `**${inert(rule)}**: ${inert(clip(message, MAX_VALUE_LENGTH))}`,
        ]),
      ...(problems.length > MAX_RUN_PROBLEMS
        ? ['', `${formatCount(problems.length - MAX_RUN_PROBLEMS, 'more problem')} of the run as a whole.`]
        : []),
      '',
      `| area | ${VERDICTS.join(' | ')} |`,
      `| --- |${' ---: |'.repeat(VERDICTS.length)}`,
      ...groupByArea(record.scenarios).map(
        (area) =>
          `| ${inert(area.name)} | ${VERDICTS.map((verdict) => (area[verdict] === 0 ? '' : area[verdict].toLocaleString('en-US'))).join(' | ')} |`,
      ),
      ...wrong
        .slice(0, MAX_SCENARIOS)
        .flatMap((scenario) => [
          '',
          `### ${inert(clip(describeScenario(scenario), 300)).replaceAll('<br>', ' ')}`,
          ...listScenarioProblems(scenario).flatMap(({ rule, message, finding }) => [
            '',
            `${inert(rule)} at ${code(describePlace(scenario, finding ?? { line: 0 }))}`,
            '',
            fence(groupThousands(clip(message, MAX_VALUE_LENGTH))),
          ]),
          '',
          fence(clip(scenario.replay, MAX_VALUE_LENGTH), 'sh'),
        ]),
      ...(wrong.length > MAX_SCENARIOS
        ? ['', `${formatCount(wrong.length - MAX_SCENARIOS, 'more scenario')} did not pass.`]
        : []),
      '',
    ].join('\n')
  },
}

/** Every character that Markdown or HTML gives a meaning is spelled as an entity, so that no text acts. */
const inert = (text: string): string =>
  makeVisible(text)
    .replace(/[&<>|*_`[\]()#~!@:$\\]|(?<=\bwww)\./gi, (char) => `&#${char.codePointAt(0)};`)
    .replaceAll('\n', '<br>')

const longestTicks = (text: string) =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))

/** Nothing within a code span has a meaning but as many backticks as began it. */
function code(text: string): string {
  const shown = makeVisible(text).replaceAll('\n', ' ').replaceAll('|', '¦')
  const ticks = '`'.repeat(longestTicks(shown) + 1)
  return `${ticks}${shown.startsWith('`') || shown.endsWith('`') ? ` ${shown} ` : shown}${ticks}`
}

function fence(text: string, language = 'text'): string {
  const shown = makeVisible(text)
  const ticks = '`'.repeat(Math.max(3, longestTicks(shown) + 1))
  return `${ticks}${language}\n${shown}\n${ticks}`
}
