import { type Address, isAddressEqual } from 'viem'
import type { CommitReport } from '../../tools/agent/stack.ts'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import type { ToolError } from '../../tools/core/errors.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import type { Json } from '../../tools/core/json.ts'
import type { AssetDelta, Outcome } from '../../tools/core/outcome.ts'
import { differenceBps } from '../../tools/core/outcome.ts'
import { describeNative } from '../../tools/core/tokens.ts'
import type { RecordDelta, RecordHookVerdict, RecordOutcome } from '../record/record.ts'
import type { BalanceSheet, Oracle } from './oracle.ts'

/** What one action of the agent came to, as the harness saw it. */
export interface Observation {
  /** Set when the agent got an error. */
  readonly error?: ToolError
  /** What the agent was told. */
  readonly details?: Json
  readonly hooks: readonly RecordHookVerdict[]
  readonly events: readonly AssayEvent[]
  /** Changes that the oracle read from the chain, of the cage alone. */
  readonly observed: readonly AssetDelta[]
  readonly report?: CommitReport
  readonly outcome?: RecordOutcome
  /** Where the three accounts of a write contradict each other. */
  readonly contradictions: readonly Contradiction[]
}

/** A law of ground truth that did not hold. */
export interface Contradiction {
  readonly law: string
  readonly subject: string
  readonly expected: string
  readonly found: string
}

/** Watches the chain around actions and collects what they came to. */
export interface Observer {
  readonly oracle: Oracle
  readonly onEvent: (event: AssayEvent) => void
  readonly onCommitted: (report: CommitReport) => void
  /** Everything that was emitted since this was asked last, observed or not. */
  takeEvents(): readonly AssayEvent[]
  /** Forget what was read of the chain: something else than the agent changed it. */
  invalidate(): void
  /** Do something and observe what it came to; `mayChange` is set where somebody else than the agent acts. */
  observe(
    action: () => Promise<{ error?: ToolError; details?: Json }>,
    options?: { readonly mayChange: boolean },
  ): Promise<Observation>
}

/** Create an observer of the cage's balances. */
export function createObserver(deps: {
  readonly oracle: Oracle
  readonly book: AddressBook
  readonly cage: Address
  /** Whether a block was mined since it was asked last; without one no balance can have changed. */
  readonly headChanged: () => boolean
}): Observer {
  const { oracle, cage } = deps
  let sheet: BalanceSheet | undefined
  let events: AssayEvent[] = []
  let untaken: AssayEvent[] = []
  let report: CommitReport | undefined
  const labels = labelTokens(deps.book)

  const cageBalances = (found: BalanceSheet) =>
    oracle.watch.flatMap(({ token, account }, index) =>
      isAddressEqual(account, cage) ? [{ token, balance: found.balances[index] ?? 0n }] : [],
    )

  return {
    oracle,
    onEvent(event) {
      events.push(event)
      untaken.push(event)
    },
    takeEvents() {
      const taken = untaken
      untaken = []
      return taken
    },
    onCommitted(next) {
      report = next
    },
    invalidate() {
      sheet = undefined
    },
    async observe(action, options) {
      events = []
      report = undefined
      const before = sheet ?? (await oracle.readBalances())
      sheet = before
      deps.headChanged()
      const answer = await action()
      const after = deps.headChanged() || sheet === undefined ? await oracle.readBalances() : before
      sheet = after
      const earlier = cageBalances(before)
      const observed = cageBalances(after).flatMap(({ token, balance }, index) => {
        const deltaBaseUnits = balance - (earlier[index]?.balance ?? 0n)
        return deltaBaseUnits === 0n ? [] : [{ token, account: cage, deltaBaseUnits }]
      })
      const hooks = events.flatMap((event) =>
        event.kind === 'hook:verdict'
          ? [
              {
                hook: event.hook,
                stage: event.stage,
                verdict: event.verdict,
                ...(event.code ? { code: event.code } : {}),
              },
            ]
          : [],
      )
      const committed = report as CommitReport | undefined
      const judged = committed && judge(committed, observed, cage, labels)
      const contradictions = [...(judged?.contradictions ?? [])]
      const halts = events.some(({ kind }) => kind === 'halt:carried-out')
      if (committed === undefined && observed.length > 0 && !options?.mayChange && !halts) {
        for (const delta of observed) {
          contradictions.push({
            law: 'oracle.only-commits-change-balances',
            subject: labels(delta.token).symbol,
            expected: '0',
            found: delta.deltaBaseUnits.toString(),
          })
        }
      }
      return {
        ...answer,
        hooks,
        events,
        observed,
        contradictions,
        ...(committed ? { report: committed, outcome: judged?.outcome } : {}),
      } as Observation
    },
  }
}

type Labels = (token: Address) => { symbol: string; decimals: number }

function labelTokens(book: AddressBook): Labels {
  const tokens: readonly TokenInfo[] = [...book.tokens, describeNative(book)]
  return (token) => {
    const known = tokens.find((candidate) => isAddressEqual(candidate.address, token))
    return { symbol: known?.symbol ?? token, decimals: known?.decimals ?? 0 }
  }
}

function judge(
  report: CommitReport,
  observed: readonly AssetDelta[],
  cage: Address,
  labels: Labels,
): { outcome: RecordOutcome; contradictions: Contradiction[] } {
  const expected = ofAccount(report.expectedOutcome, cage)
  const actual = ofAccount(report.actualOutcome, cage)
  const { toleranceBps } = report.body.plan.expectation
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
        found: `${claimed} (reported by ${report.tool})`,
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
      groundTruthSource: report.groundTruthSource,
      errorBps,
    },
    contradictions,
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
