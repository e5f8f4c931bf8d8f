import type { RunRecord } from '../../harness/record/record.ts'
import type { Reporter } from '../reporter.ts'

/** One value as JSON; a list of several stands on as many lines. */
const render = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n${value.map((each) => JSON.stringify(each)).join(',\n')}\n]`
    : JSON.stringify(value)

/** Gives the record itself: what other programs and `readRecord` read, a line for each scenario. */
export const JSON_REPORTER = {
  name: 'json',
  fileName: 'run.json',
  render: (record: RunRecord) => {
    const members = Object.entries(record).filter(([, value]) => value !== undefined)
    return `{\n${members.map(([name, value]) => `${JSON.stringify(name)}: ${render(value)}`).join(',\n')}\n}\n`
  },
} satisfies Reporter & { fileName: string }
