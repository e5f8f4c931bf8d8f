import type { RecordScenario, RecordStep } from '../record/record.ts'

/**
 * Collect what a recorded scenario exercised, as keys: `cell:<phase>/<class>/<allowed|denied>`, `phase:<from>><to>`,
 * `permit:<state>`, `permit:<from>><to>`, `hook:<name>/<verdict>`, `code:<CODE>`, `fault:<kind>`, `kind:<action kind>`, `tool:<name>`.
 */
export const coverageOf = ({ steps }: Pick<RecordScenario, 'steps'>): ReadonlySet<string> =>
  new Set(steps.flatMap(keysOf))

function keysOf(step: RecordStep): string[] {
  const { phase, authority, action, tools = [], denial, faults = [], permit } = step
  const phaseChanges = step.phaseChanges ?? []
  const permitChanges = step.permitChanges ?? []
  return [
    // Where the phase changed under a step, nobody can tell which one decided.
    ...(authority && phaseChanges.length === 0
      ? [`cell:${phase}/${authority.actionClass}/${authority.verdict}`]
      : []),
    ...phaseChanges.map(({ from, to }) => `phase:${from}>${to}`),
    ...(permit ? [`permit:${permit.state}`] : []),
    ...permitChanges.flatMap(({ from, to }) => [`permit:${to}`, `permit:${from}>${to}`]),
    ...step.hooks.flatMap(({ hook, verdict, code }) => [
      `hook:${hook}/${verdict}`,
      ...(code === undefined ? [] : [`code:${code}`]),
    ]),
    ...(denial ? [`code:${denial.code}`] : []),
    ...deniedTogether(step).map((code) => `code:${code}`),
    ...faults.map((fault) => `fault:${fault}`),
    ...(action === undefined ? [] : [`kind:${action}`]),
    ...tools.map((tool) => `tool:${tool}`),
  ]
}

/** Codes with which steps that ran together were denied. */
const deniedTogether = ({ kind, verdict, result }: RecordStep): readonly string[] =>
  kind === 'together' && verdict !== 'skipped' ? (result as { readonly codes: readonly string[] }).codes : []
