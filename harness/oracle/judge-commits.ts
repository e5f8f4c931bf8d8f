import { type Address, isAddressEqual } from 'viem'
import type { CommitReport } from '../../tools/agent/committed.ts'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import type { LotChange } from '../../tools/core/lot-changes.ts'
import { type AssetDelta, differenceBps, type Outcome } from '../../tools/core/outcome.ts'
import { describeNative } from '../../tools/core/tokens.ts'
import type { RecordDelta, RecordOutcome } from '../record/record.ts'
import type { Contradiction } from './contradiction.ts'
import { judgePositions } from './judge-positions.ts'

/** Names tokens. */
export type Labels = (token: Address) => { symbol: string; decimals: number }

/** Name the tokens of a chain; those that it does not know go by their address. */
export function labelTokens(book: AddressBook): Labels {
  const tokens: readonly TokenInfo[] = [...book.tokens, describeNative(book)]
  return (token) => {
    const known = tokens.find((candidate) => isAddressEqual(candidate.address, token))
    return { symbol: known?.symbol ?? token, decimals: known?.decimals ?? 0 }
  }
}

/** Hold what commits expected and reported against what the chain shows. */
export function judgeCommits(
  reports: readonly CommitReport[],
  observed: readonly AssetDelta[],
  cage: Address,
  labels: Labels,
  moved: readonly LotChange[],
): { outcome: RecordOutcome; contradictions: Contradiction[] } {
  const expected = reports.flatMap(({ expectedOutcome }) => ofAccount(expectedOutcome, cage))
  const actual = reports.flatMap(({ actualOutcome }) => ofAccount(actualOutcome, cage))
  const toleranceBps = Math.max(...reports.map(({ body }) => body.plan.expectation.toleranceBps))
  const contradictions: Contradiction[] = []
  let errorBps = 0
  for (const token of distinctTokens(expected, actual, observed)) {
    const { symbol } = labels(token)
    const seen = sumOf(observed, token)
    const claimed = sumOf(actual, token)
    const promised = sumOf(expected, token)
    if (claimed !== seen) {
      contradictions.push({
        law: 'oracle.actual-is-observed',
        subject: symbol,
        expected: `${seen} (observed)`,
        found: `${claimed} (reported by ${reports.map(({ tool }) => tool).join(', ')})`,
      })
    }
    const difference = differenceBps(promised, seen)
    errorBps = Math.max(errorBps, difference)
    if (difference > toleranceBps) {
      contradictions.push({
        law: 'oracle.observed-within-tolerance',
        subject: symbol,
        expected: `${promised} ± ${toleranceBps} bps`,
        found: `${seen} (${difference} bps)`,
      })
    }
  }
  const lots = judgePositions(reports, moved)
  const render = (deltas: readonly AssetDelta[]): RecordDelta[] =>
    deltas.map(({ token, deltaBaseUnits }) => ({
      ...labels(token),
      token,
      deltaBaseUnits: deltaBaseUnits.toString(),
    }))
  return {
    outcome: {
      expected: render(expected),
      actual: render(actual),
      observed: render(observed),
      ...(lots.positions.length > 0 ? { positions: lots.positions } : {}),
      groundTruthSource: (reports.at(-1) as CommitReport).groundTruthSource,
      errorBps: Math.max(errorBps, lots.errorBps),
    },
    contradictions: [...contradictions, ...lots.contradictions],
  }
}

const ofAccount = (outcome: Outcome, account: Address) =>
  outcome.assets.filter((delta) => isAddressEqual(delta.account, account))

const sumOf = (deltas: readonly AssetDelta[], token: Address) =>
  deltas
    .filter((delta) => isAddressEqual(delta.token, token))
    .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)

function distinctTokens(...lists: readonly (readonly AssetDelta[])[]): Address[] {
  const tokens: Address[] = []
  for (const { token } of lists.flat()) {
    if (!tokens.some((known) => isAddressEqual(known, token))) tokens.push(token)
  }
  return tokens
}
