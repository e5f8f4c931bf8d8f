import { expect, test } from 'vitest'
import type { Job } from '../schedule/job.ts'
import { createJudge } from './judge.ts'
import type { Lane, Variant } from './lane.ts'
import type { Mutant } from './mutant.ts'
import { SOUND } from './sound-lane.ts'
import { inTurn, type Verdict } from './verdict.ts'

/** What is said of a fault by test files, of which some are red with it, and some anyway. */
function judge(
  layer: Mutant['layer'],
  testFiles: string[],
  red: string[],
  redAnyway: string[] = [],
  id = 'N1',
) {
  const trees = new Map<string, Variant>()
  const lane = {
    build: (key: string) => ({ key, sources: new Map() }),
    async runTests(variant, asked) {
      // As a lane does it: what has the key of another one runs in its tree.
      const tree = trees.get(variant.key) ?? variant
      trees.set(variant.key, tree)
      const failing = tree === SOUND ? redAnyway : [...redAnyway, ...red]
      const first = asked.find((file) => failing.includes(file))
      return first === undefined
        ? { kind: 'survived', asked: { scenarios: 0, properties: 0, testFiles: asked } }
        : { kind: 'killed', by: `${first} › it holds`, assertion: 'AssertionError' }
    },
  } as Pick<Lane, 'build' | 'runTests'> as Lane
  const mutant = { id, layer, edits: [], killers: [], violates: [] } as unknown as Mutant
  return createJudge(lane, { ablations: [], jobs: [] }).judge(mutant, {
    jobs: [],
    testFiles,
    slowTestFiles: [],
  })
}

const KINDS = [
  ['permit', '.test.ts'],
  ['cage', '.t.sol'],
] as const

test.each(KINDS)('default: what turns red with the fault alone kills it (%s)', async (layer, kind) => {
  const [first, second] = [`first${kind}`, `second${kind}`]
  expect(await judge(layer, [first, second], [second])).toMatchObject({
    kind: 'killed',
    by: `${second} › it holds`,
  })
  expect(await judge(layer, [first, second], [second], [first])).toMatchObject({ kind: 'killed' })
  expect(await judge(layer, [first, second], [])).toMatchObject({ kind: 'survived' })
})

test.each(
  KINDS,
)('behavior: what is red without the fault as well kills nothing (%s)', async (layer, kind) => {
  const file = `only${kind}`
  expect(await judge(layer, [file], [], [file])).toEqual({
    kind: 'unjudged',
    problem: `${file} does not pass without it either`,
  })
})

test('behavior: a mutant is told from the stack as it is, whatever its id', async () => {
  const file = 'only.test.ts'
  expect(await judge('permit', [file], [file], [], SOUND.key)).toMatchObject({ kind: 'killed' })
})

test('behavior: a scenario that fails without the fault as well kills nothing', async () => {
  const finding = { law: 'expect.denied', message: '', expected: 'a', found: 'b', step: 0, line: 1 }
  const judgeJobs = (redAnyway: readonly string[]) => {
    const lane = {
      build: (key: string) => ({ key, sources: new Map() }),
      runJob: async (variant: Variant, { id }: Job) =>
        variant === SOUND && !redAnyway.includes(id) ? { kind: 'passed' } : { kind: 'failed', finding },
    } as unknown as Lane
    const mutant = { id: 'N1', layer: 'permit', edits: [], killers: [], violates: [] } as unknown as Mutant
    const jobs = ['a', 'b'].map((id) => ({ id, file: id, kind: 'scripted' }) as Job)
    return createJudge(lane, { ablations: [], jobs }).judge(mutant, {
      jobs,
      testFiles: [],
      slowTestFiles: [],
    })
  }
  expect(await judgeJobs([])).toMatchObject({ kind: 'killed', by: 'a › step 1' })
  expect(await judgeJobs(['a'])).toMatchObject({ kind: 'killed', by: 'b › step 1' })
  expect(await judgeJobs(['a', 'b'])).toMatchObject({ kind: 'survived' })
})

test('behavior: who cannot be asked has no part in surviving, whatever others said before', async () => {
  const survived: Verdict = { kind: 'survived', asked: { scenarios: 1, properties: 0, testFiles: [] } }
  const invalid: Verdict = { kind: 'invalid', problem: 'vitest gave no report' }
  const judges = (verdicts: readonly Verdict[]) => verdicts.map((verdict) => async () => verdict)
  expect(await inTurn(judges([survived, invalid]))).toBe(invalid)
  expect(await inTurn(judges([{ kind: 'timed-out', at: 'x' }, invalid]))).toBe(invalid)
  expect(await inTurn(judges([{ kind: 'unjudged', problem: 'no scenario passes' }, survived]))).toBe(survived)
})
