import type { RecordScenario, RecordStandings, RecordState, RecordStep } from '../../harness/record/record.ts'
import { STAND_INS } from '../../harness/record/stand-ins.ts'

/** Puts its label behind each name in a text behind which is a model contract or a stand-in: `chainlink.feed [model]`. */
export type Label = (text: string) => string

/** Names of tools and protocols, these with one of their contracts. */
const NAME = /([\w-]+)(?:\.\w+)?/g

/** Create what labels names by the standings of a record; one without them labels none. */
export function createLabel({ protocols, tools }: RecordStandings = { protocols: {}, tools: {} }): Label {
  const labels = new Map(
    [...Object.entries(protocols), ...Object.entries(tools)].flatMap(([name, { standing }]) =>
      STAND_INS.includes(standing) ? [[name, standing] as const] : [],
    ),
  )
  if (labels.size === 0) return (text) => text
  return (text) =>
    text.replace(NAME, (whole, name: string) => {
      const standing = labels.get(name)
      return standing === undefined ? whole : `${whole} [${standing}]`
    })
}

/** Put labels wherever people read names of tools and protocols in a scenario. */
export const labelScenario = (scenario: RecordScenario, label: Label): RecordScenario => ({
  ...scenario,
  ...(scenario.names
    ? {
        names: Object.fromEntries(
          Object.entries(scenario.names).map(([address, name]) => [address, label(name)]),
        ),
      }
    : {}),
  steps: scenario.steps.map((step) => labelStep(step, label)),
})

function labelStep(step: RecordStep, label: Label): RecordStep {
  const { title, tools, plans, actions, outcome, before, after } = step
  return {
    ...step,
    title: label(title),
    ...(tools ? { tools: tools.map(label) } : {}),
    ...(plans ? { plans: plans.map((plan) => ({ ...plan, tool: label(plan.tool) })) } : {}),
    ...(actions
      ? {
          actions: actions.map(({ tool, ...action }) => ({
            ...action,
            ...(tool === undefined ? {} : { tool: label(tool) }),
          })),
        }
      : {}),
    ...(outcome
      ? {
          outcome: {
            ...outcome,
            ...(outcome.positions ? { positions: labelLots(outcome.positions, label) } : {}),
            ...(outcome.worth ? { worth: labelLots(outcome.worth, label) } : {}),
          },
        }
      : {}),
    ...(before ? { before: labelState(before, label) } : {}),
    ...(after ? { after: labelState(after, label) } : {}),
  }
}

const labelState = (state: RecordState, label: Label): RecordState => ({
  ...state,
  ...(state.positions ? { positions: labelLots(state.positions, label) } : {}),
})

const labelLots = <Lot extends { readonly protocol: string }>(lots: readonly Lot[], label: Label): Lot[] =>
  lots.map((lot) => ({ ...lot, protocol: label(lot.protocol) }))
