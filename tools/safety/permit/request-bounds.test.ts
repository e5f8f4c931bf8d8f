import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { planTransaction } from '../../core/plan.ts'
import type { RequestedBy } from '../../core/request-bounds.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import type { LedgerEntry } from '../store/ledger-rows.ts'
import { serialiseBody } from './permit.ts'
import { assertWithinRequestBounds } from './request-bounds.ts'

const BY = { tool: 'untrusted_tool', maxPerRequestUsdc: 60n, maxPerDayUsdc: 100n, maxToleranceBps: 50 }

const SESSION = { ...BY, tool: 'golem', kind: 'session' as const }

/** A tool alone, or the last of a path of sessions. */
const describeRequester = (tool: string): RequestedBy =>
  tool.startsWith('golem/') ? { ...SESSION, tool, within: SESSION } : { ...BY, tool }

const UNREADABLE = 'nobody can tell'

/** Hold an action against the bounds after others, each of a tool or of nobody but the agent. */
const ask = (
  totalUsdc: bigint,
  before: readonly (readonly [tool: string | undefined, amountUsdc: bigint])[] = [],
  toleranceBps = 50,
  by: RequestedBy = BY,
) => {
  const ledger = before.map(
    ([, amountUsdc], index): LedgerEntry => ({
      permitId: numberToHex(index, { size: 32 }),
      state: 'spent',
      amountUsdc,
      guarded: false,
      wallMs: 0,
      chainSeconds: 0,
    }),
  )
  const findPermitAnywhere = (permitId: string) => {
    const [tool] = before[Number(permitId)] ?? []
    if (tool === UNREADABLE) return buildPermitRow({ body: '{' })
    const body = buildPermitBody(tool === undefined ? {} : { requestedBy: describeRequester(tool) })
    return buildPermitRow({ body: serialiseBody(body) })
  }
  const plan = planTransaction([], { toleranceBps })
  return () => assertWithinRequestBounds(by, { plan, totalUsdc }, { store: { findPermitAnywhere }, ledger })
}
const EXCEEDED = expect.objectContaining({ code: 'SANDBOX_SPEND_EXCEEDED', layer: 'sandbox' })

describe('assertWithinRequestBounds', () => {
  test('I45: a request may come to its bound, and not to a base unit more', () => {
    expect(ask(60n)).not.toThrow()
    expect(ask(61n)).toThrow(EXCEEDED)
  })

  test('I45 I59: what cannot be read may be its own', () => {
    expect(ask(60n, [[UNREADABLE, 41n]])).toThrow(EXCEEDED)
  })

  test('I45: what the tool asked for before counts, what others did does not', () => {
    expect(ask(40n, [['untrusted_tool', 60n]])).not.toThrow()
    expect(ask(41n, [['untrusted_tool', 60n]])).toThrow(EXCEEDED)
    const others = [['another_tool', 90n] as const, [undefined, 90n] as const]
    expect(ask(60n, others)).not.toThrow()
  })

  test('I45: a session is held to the bounds of all above it, each counting what was asked for below', () => {
    const roomy = {
      ...SESSION,
      tool: 'golem/trader',
      maxPerRequestUsdc: 99n,
      maxPerDayUsdc: 999n,
      maxToleranceBps: 99,
    }
    const below = { ...roomy, within: SESSION }
    const spent = expect.objectContaining({ code: 'DELEGATED_SPEND_EXCEEDED', layer: 'profile' })
    expect(ask(60n, [], 50, below)).not.toThrow()
    expect(ask(61n, [], 50, below)).toThrow(spent)
    expect(ask(41n, [['golem/another', 60n]], 50, below)).toThrow(spent)
    expect(ask(41n, [['golem/another', 60n]], 50, roomy)).not.toThrow()
    expect(ask(1n, [], 51, below)).toThrow(expect.objectContaining({ code: 'DELEGATED_TOLERANCE_EXCEEDED' }))
    const tool = { ...BY, within: { ...SESSION, maxPerRequestUsdc: 5n } }
    expect(ask(6n, [], 50, tool)).toThrow(spent)
  })

  test('I45: a tolerance is bounded, and one that is no number is none', () => {
    const tooWide = expect.objectContaining({ code: 'SANDBOX_TOLERANCE_EXCEEDED', layer: 'sandbox' })
    expect(ask(1n, [], 51)).toThrow(tooWide)
    expect(ask(1n, [], Number.NaN)).toThrow(tooWide)
  })
})
