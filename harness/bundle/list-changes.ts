import type { RecordDelta, RecordJson, RecordScenario } from '../record/record.ts'

/** List what steps changed of the account by the harness' own observation, and what that comes to. */
export function listChanges({ steps, finalBlock, stateDigest }: RecordScenario): RecordJson {
  const totals = new Map<string, RecordDelta>()
  for (const delta of steps.flatMap(({ outcome }) => outcome?.observed ?? [])) {
    const before = totals.get(delta.token)?.deltaBaseUnits ?? '0'
    totals.set(delta.token, {
      ...delta,
      deltaBaseUnits: (BigInt(before) + BigInt(delta.deltaBaseUnits)).toString(),
    })
  }
  const changes = {
    finalBlock,
    stateDigest,
    balances: [...totals.values()].filter(({ deltaBaseUnits }) => deltaBaseUnits !== '0'),
    steps: steps.flatMap(({ index, title, phaseChanges, permitChanges, outcome }) =>
      outcome === undefined && phaseChanges === undefined && permitChanges === undefined
        ? []
        : [{ step: index, title, phaseChanges, permitChanges, outcome }],
    ),
  }
  return JSON.parse(JSON.stringify(changes)) as RecordJson
}
