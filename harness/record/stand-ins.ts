import type { Standing } from '../../tools/core/standing.ts'
import type { RecordCall, RecordCoverage, RecordScenario, RecordStandings, RecordStep } from './record.ts'

/** Labels behind which the real thing is not. */
export const STAND_INS: readonly Standing[] = ['model', 'service']

const TOOL_KEY = 'tool:'

/**
 * Keep the standings of what scenarios exercised: tools that ran, planned or are counted, their protocols, those of calls
 * and positions, and the ground, on which all of them stand.
 */
export function keepExercised(
  { protocols, tools }: RecordStandings,
  { scenarios, coverage }: { readonly scenarios: readonly Steps[]; readonly coverage?: RecordCoverage },
): RecordStandings {
  const steps = scenarios.flatMap((scenario) => scenario.steps)
  const counted = coverage?.keys.filter(({ key }) => key.startsWith(TOOL_KEY)) ?? []
  const ran = [
    ...steps.flatMap(toolsOf),
    ...counted.filter(({ scenarios: shown }) => shown > 0).map(nameTool),
  ]
  const named = new Set([...ran, ...counted.map(nameTool)])
  const exercised = new Set([...steps.flatMap(protocolsOf), ...ran.map((tool) => tools[tool]?.protocol)])
  return {
    protocols: keep(protocols, (id) => exercised.has(id) || protocols[id]?.isGround === true),
    tools: keep(tools, (name) => named.has(name)),
  }
}

type Steps = Pick<RecordScenario, 'steps'>

const nameTool = ({ key }: { readonly key: string }) => key.slice(TOOL_KEY.length)

const keep = <Of>(all: Readonly<Record<string, Of>>, isKept: (name: string) => boolean): Record<string, Of> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isKept(name)))

const toolsOf = ({ tools = [], plans = [], actions = [] }: RecordStep): readonly string[] => [
  ...tools,
  ...plans.map(({ tool }) => tool),
  ...actions.flatMap(({ tool = [] }) => tool),
]

const protocolsOf = ({ plans = [], sent = [], outcome, before, after }: RecordStep): readonly string[] => [
  ...plans.flatMap(({ calls }) => calls.flatMap(protocolsOfCall)),
  ...sent.flatMap(({ call }) => protocolsOfCall(call)),
  ...[outcome?.positions, outcome?.worth, before?.positions, after?.positions].flatMap((lots = []) =>
    lots.map(({ protocol }) => protocol),
  ),
]

const protocolsOfCall = ({ protocol, calls = [] }: RecordCall): readonly string[] => [
  ...(protocol === undefined ? [] : [protocol]),
  ...calls.flatMap(protocolsOfCall),
]

/** What is not the real thing, by the names of protocols; of one that is real beyond that, what stands in for a part of it. */
export interface StandIns {
  readonly models: readonly string[]
  readonly services: readonly string[]
}

/** List the protocols that are not the real thing; undefined where a record does not say what stands behind any. */
export function listStandIns(
  standings: Pick<RecordStandings, 'protocols'> | undefined,
): StandIns | undefined {
  if (standings === undefined) return undefined
  const named = (wanted: Standing) =>
    Object.entries(standings.protocols).flatMap(([id, { standing }]) => (standing === wanted ? [id] : []))
  const played = Object.entries(standings.protocols).flatMap(([id, { standIn }]) =>
    standIn === undefined ? [] : [`${id} (${standIn})`],
  )
  return { models: named('model'), services: [...named('service'), ...played] }
}

/** List those of one scenario of a run. */
export const listStandInsOf = (
  scenario: Steps,
  standings: RecordStandings | undefined,
): StandIns | undefined => listStandIns(standings && keepExercised(standings, { scenarios: [scenario] }))

/** Say what is not the real thing, in one line; empty where nobody knows. */
export function describeStandIns(standIns: StandIns | undefined): string {
  if (standIns === undefined) return ''
  const say = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))
  return `model contracts: ${say(standIns.models)}; stand-ins: ${say(standIns.services)}`
}
