import type { Outcome } from './laboratory.ts'

const LAWS = ['lost', 'doubled', 'orphaned', 'log', 'unpaused'] as const

/** Print what every operation came to under every kind of fault, with totals. */
export function printTally(title: string, outcomes: readonly Outcome[]): void {
  const rows = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const key = `${outcome.operation} · ${outcome.fault.name}`
    rows.set(key, [...(rows.get(key) ?? []), outcome])
  }
  const count = (list: readonly Outcome[], test: (outcome: Outcome) => boolean) => list.filter(test).length
  const cells = (list: readonly Outcome[]) => ({
    runs: list.length,
    killed: count(list, ({ lived }) => lived.signal === 'SIGKILL'),
    committed: count(list, ({ committed }) => committed > 0),
    failed: count(list, ({ failed }) => failed > 0),
    refused: count(list, ({ refused }) => refused !== undefined),
    ...Object.fromEntries(
      LAWS.map((law) => [
        law,
        count(list, ({ findings }) => findings.some((finding) => finding.law === law)),
      ]),
    ),
  })
  console.info(title)
  console.table({
    ...Object.fromEntries([...rows].map(([key, list]) => [key, cells(list)])),
    total: cells(outcomes),
  })
}

/** Answer what is wrong, each with how to see it again. */
export const listProblems = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ operation, fault, point, findings, refused }) =>
    [
      ...findings.map(({ law, message }) => `${law}: ${message}`),
      // A crash or a full disk is no damage: what it leaves is always taken up again.
      ...(refused === undefined ? [] : [`refused: ${refused}`]),
    ].map((problem) => `${operation}, ${fault.name} at call ${fault.call} (${point}): ${problem}`),
  )
