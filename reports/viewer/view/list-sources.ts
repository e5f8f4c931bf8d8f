import type { RecordScenario } from '../../../harness/record/record.ts'
import type { RenderOptions } from '../../reporter.ts'
import { showText } from './show-text.ts'

const MAX_SOURCE_LENGTH = 100_000

/** The texts of the files of scenarios that are at hand, by the path that a scenario's page shows. */
export const listSources = (
  scenarios: readonly RecordScenario[],
  readSource: RenderOptions['readSource'] = () => undefined,
): Record<string, string> =>
  Object.fromEntries(
    [...new Set(scenarios.map(({ file }) => file))].flatMap((file) => {
      const text = readSource(file)
      return text === undefined ? [] : [[showText(file), showText(text, MAX_SOURCE_LENGTH)]]
    }),
  )
