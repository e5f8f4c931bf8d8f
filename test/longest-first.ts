import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SLOW } from './slow.ts'

/** What takes longest. */
const LONG = [...SLOW, 'test/']

/**
 * Starts with what takes longest, so that the end of a run is not one file alone; also where no run was before. Of the
 * tests that are related to a change, those beside their sources come first: who waits for an answer has it in seconds.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const path = moduleId.slice(project.config.root.length + 1)
      const found = LONG.findIndex((place) => path.startsWith(place))
      return found < 0 ? LONG.length : found
    }
    const sign = this.ctx.config.related ? -1 : 1
    return (await super.sort(files)).toSorted((one, other) => sign * (rank(one) - rank(other)))
  }
}
