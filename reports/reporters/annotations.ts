import type { RunRecord } from '../../harness/record/record.ts'
import { describeStandIns, listStandInsOf } from '../../harness/record/stand-ins.ts'
import type { Reporter } from '../reporter.ts'
import { clip } from '../text/clip.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { listProblems, type Problem } from '../text/list-problems.ts'
import { makeVisible } from '../text/make-visible.ts'

/** Gives workflow commands of GitHub Actions, which show each problem at its line of the file: `::error file=…,line=…::…`. */
export const ANNOTATIONS_REPORTER: Reporter = {
  name: 'annotations',
  render: (record) =>
    listProblems(record)
      .map((problem) => annotate(problem, record))
      .join('\n'),
}

function annotate({ rule, message, scenario, finding }: Problem, { standings }: RunRecord): string {
  const place = {
    ...(scenario ? { file: scenario.file } : {}),
    ...(finding && finding.line > 0 ? { line: String(finding.line) } : {}),
    ...(finding?.column !== undefined && finding.line > 0 ? { col: String(finding.column) } : {}),
    title: scenario ? `${rule}: ${clip(describeScenario(scenario), 200)}` : rule,
  }
  const properties = Object.entries(place).map(([name, value]) => `${name}=${property(value)}`)
  const standIns = scenario ? describeStandIns(listStandInsOf(scenario, standings)) : ''
  const replay = scenario ? `\nreplay: ${scenario.replay}${standIns && `\n${standIns}`}` : ''
  return `::error ${properties.join(',')}::${data(clip(message, 2_000) + replay)}`
}

// As the runner reads them: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
const data = (text: string) => makeVisible(text).replaceAll('%', '%25').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
