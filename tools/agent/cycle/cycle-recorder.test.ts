import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { type AssayEvent, createEventBus } from '../../core/events.ts'
import { planTransaction } from '../../core/plan.ts'
import { buildPermitBody, buildPermitRow } from '../../safety/fixtures/build-permit.ts'
import { buildReceipt } from '../../safety/fixtures/build-receipt.ts'
import { serialiseBody } from '../../safety/permit/permit.ts'
import type { ExecutionOutcome } from '../../safety/permit/settlement.ts'
import type { Reviewed } from '../committed.ts'
import { CYCLE_STEPS, type DecisionCycleRecord } from './cycle-record.ts'
import { createCycleRecorder } from './cycle-recorder.ts'

const ACCOUNT: Address = `0x${'aa'.repeat(20)}`
const USDC: Address = `0x${'01'.repeat(20)}`
const PERMIT: Hex = `0x${'11'.repeat(32)}`
const mined = (status: 'success' | 'reverted'): ExecutionOutcome => ({
  kind: 'mined',
  transaction: 'action',
  isProven: true,
  receipt: buildReceipt({ status, gasUsed: 100_000n, effectiveGasPrice: 10n ** 9n }),
})

/** A recorder of an account that expected to get 100 USDC and is told that it got as many as is said. */
function create({ gotUsdc = 100n as bigint | null, failsToStore = false, knowsEther = true } = {}) {
  const now = { tick: 1, state: 'pending', failsToRead: false }
  const read = <T>(value: T): T => {
    if (now.failsToRead) throw new Error('disk I/O error')
    return value
  }
  const bus = createEventBus()
  const events: AssayEvent[] = []
  bus.subscribe((event) => events.push(event))
  const audit: { readonly kind: string; readonly body: unknown }[] = []
  const assets = (amount: bigint) => [{ token: USDC, account: ACCOUNT, deltaBaseUnits: amount * 1_000_000n }]
  const settle = () => {
    if (gotUsdc === null) throw new Error('no such log')
    return {
      data: {},
      actualOutcome: { assets: assets(gotUsdc), allowances: [], positions: [] },
      groundTruthSource: 'receipt',
    }
  }
  const recorder = createCycleRecorder({
    events: bus,
    clock: { tick: () => now.tick, wallMs: () => 1_000 * now.tick },
    store: {
      appendAudit(kind, body) {
        if (failsToStore) throw new Error('disk full')
        audit.push({ kind, body })
        return PERMIT
      },
    },
    safety: {
      describePermit: (permitId: Hex) =>
        read({ permitId, state: now.state, tool: 'a_tool', actionKind: 'swap' }),
      view: { phase: () => read({ phase: 'thriving', epoch: 0, sinceWallMs: 0 }) },
    } as unknown as Parameters<typeof createCycleRecorder>[0]['safety'],
    isRead: (tool) => tool === 'data_get_count',
    settling: {
      toolbox: { find: () => ({ settle }) },
      runner: { context: { account: ACCOUNT } },
      fillers: [],
    } as never,
    book: {
      chainId: 1,
      nativeSymbol: 'ETH',
      tokens: [{ symbol: 'USDC', name: 'USDC', address: USDC, decimals: 6 }],
      protocols: {},
    },
    account: ACCOUNT,
    operator: ACCOUNT,
  })
  const expectation = { assets: assets(100n), toleranceBps: 50 }
  const settlement = {
    ...(knowsEther ? { usdcPerEther: '3000000000' } : {}),
    prices: {
      tokens: [{ token: USDC, symbol: 'USDC', decimals: 6, isNumeraire: true, feeds: [] }],
      lots: [],
    },
  }
  const body = buildPermitBody({ plan: planTransaction([], expectation) })
  const row = buildPermitRow({
    permitId: PERMIT,
    state: 'committing',
    body: serialiseBody(body),
    settlement: JSON.stringify(settlement),
  })
  return {
    now,
    audit,
    events,
    recorder,
    emit: bus.emit,
    settle: (outcome: ExecutionOutcome, state: 'committed' | 'failed' = 'committed') =>
      recorder.settled({ row, state, outcome }),
    review: (verdict: Reviewed['verdict']) => recorder.reviewed({ permitId: PERMIT, verdict, body }),
    propose: () =>
      recorder.preview('swap', async (found) => {
        found('a_tool')
        return { permitId: PERMIT }
      }),
    recorded: () => events.filter((event) => event.kind === 'action:recorded'),
    /** The record of the running tick. */
    end() {
      recorder.endTick()
      return audit.findLast(({ kind }) => kind === 'cycle')?.body as DecisionCycleRecord | undefined
    },
  }
}

describe('createCycleRecorder', () => {
  test('default: an action is followed from its preview to its outcome, with gas, profit and both texts', async () => {
    const { propose, settle, recorded, end, audit } = create()
    await propose()
    settle(mined('success'))
    const [event] = recorded()
    expect(event).toEqual({
      kind: 'action:recorded',
      tick: 1,
      action_type: 'swap',
      status: 'executed',
      tool_name: 'weth_wrap_eth',
      permit_id: PERMIT,
      tx_hash: buildReceipt().transactionHash,
      // 100 000 gas at 1 gwei and 3 000 USD.
      gas_usdc: '300000',
      pnl_usdc: '99700000',
      verified: true,
      expected: '+100 USDC (± 50 bps)',
      actual: '+100 USDC',
    })
    expect(audit.map(({ kind }) => kind)).toEqual(['action'])
    const record = end()
    expect(Object.keys(record?.steps ?? {})).toEqual([...CYCLE_STEPS])
    expect(record).toMatchObject({
      tick: 1,
      phase: 'thriving',
      steps: {
        analyze: { asked: { swap: 1 } },
        execute: { statuses: { executed: 1 }, gasCost: { baseUnits: 300_000n, decimals: 6 } },
        verify: { verified: 1, unverified: 0, pnlImpact: { baseUnits: 99_700_000n } },
        reflect: { replay: [] },
      },
    })
  })

  test.each([
    { name: 'diverged', gotUsdc: 99n, outcome: mined('success'), state: 'committed' },
    { name: 'unverified', gotUsdc: null, outcome: mined('success'), state: 'committed' },
    { name: 'reverted', gotUsdc: 100n, outcome: mined('reverted'), state: 'failed' },
  ] as const)('behavior: an outcome that $name is tagged for replay', async ({
    name,
    gotUsdc,
    outcome,
    state,
  }) => {
    const { propose, settle, recorded, end } = create({ gotUsdc })
    await propose()
    settle(outcome, state)
    expect(recorded()).toMatchObject([{ status: 'executed', verified: false, replay: name }])
    expect(end()?.steps.reflect.replay).toEqual([PERMIT])
  })

  test('behavior: what came to its end without its own transaction is blocked, and says why', async () => {
    for (const [outcome, reason] of [
      [{ kind: 'never-sent' }, 'never-sent'],
      [{ kind: 'nonce-taken' }, 'nonce-taken'],
      [{ ...mined('success'), transaction: 'cancel' } as ExecutionOutcome, 'cancelled'],
    ] as const) {
      const { settle, recorded } = create()
      settle(outcome, 'failed')
      expect(recorded()).toMatchObject([{ status: 'blocked', block_reason: reason }])
    }
  })

  test('behavior: the gas of what came to nothing is a loss, and gas that nobody can price is not nothing', async () => {
    for (const [knowsEther, gasCost, pnlImpact] of [
      [true, { baseUnits: 300_000n }, { baseUnits: -300_000n }],
      [false, null, null],
    ] as const) {
      const { settle, end } = create({ knowsEther })
      settle({ ...mined('success'), transaction: 'cancel' } as ExecutionOutcome, 'failed')
      expect(end()?.steps).toMatchObject({ execute: { gasCost }, verify: { pnlImpact } })
    }
    const { propose, recorder, now, end } = create()
    await propose()
    now.state = 'committing'
    const pending = new ToolError('TRANSACTION_PENDING', { hash: '0x12', reason: 'late' })
    await expect(recorder.commit(PERMIT, () => Promise.reject(pending))).rejects.toBe(pending)
    expect(end()?.steps).toMatchObject({
      execute: { gasCost: { baseUnits: 0n } },
      verify: { pnlImpact: { baseUnits: 0n } },
    })
  })

  test('behavior: a refused commit blocks, but for what is sent already or waits still', async () => {
    const cases = [
      ['pending', new ToolError('HALTED', { since: 1 }), 'blocked'],
      ['committing', new ToolError('TRANSACTION_PENDING', { hash: '0x12', reason: 'late' }), 'deferred'],
      [
        'pending',
        new ToolError('PERMIT_ANNOUNCED', { permitId: PERMIT, riskClass: 'high', remaining: 1 }),
        'deferred',
      ],
    ] as const
    for (const [state, error, status] of cases) {
      const { recorder, now, recorded } = create()
      now.state = state
      const commit = recorder.commit(PERMIT, async () => {
        throw error
      })
      await expect(commit).rejects.toBe(error)
      expect(recorded()).toMatchObject([
        { status, action_type: 'swap', tool_name: 'a_tool', block_reason: `${error.layer}/${error.code}` },
      ])
    }
  })

  test('behavior: a transaction that reverted stays what was carried out, although its commit fails', async () => {
    const { recorder, settle, recorded } = create()
    const commit = recorder.commit(PERMIT, async () => {
      settle(mined('reverted'), 'failed')
      throw new ToolError('TRANSACTION_REVERTED', { hash: '0x12', reason: '' })
    })
    await expect(commit).rejects.toThrow('TRANSACTION_REVERTED')
    expect(recorded()).toHaveLength(1)
  })

  test('behavior: what is still open at the end of a tick is deferred, what was given up is blocked', async () => {
    for (const [state, status] of [
      ['pending', 'deferred'],
      ['cancelled', 'blocked'],
      ['expired', 'blocked'],
    ] as const) {
      const { propose, now, end } = create()
      await propose()
      now.state = state
      expect(end()?.actions).toMatchObject([{ status }])
    }
  })

  test('behavior: events count in the steps that they belong to', () => {
    const { emit, end } = create()
    emit({ kind: 'tool:start', tool_name: 'data_get_count', params_hash: '', tick: 1 })
    emit({ kind: 'tool:error', tool_name: 'data_get_count', error_code: 'X', error_message: '' })
    emit({ kind: 'tool:start', tool_name: 'a_tool', params_hash: '', tick: 1 })
    emit({ kind: 'ToolCallAttempt', pi_tool: 'search_context', params_hash: '', outcome: 'ok' })
    emit({ kind: 'ToolCallAttempt', pi_tool: 'update_directive', params_hash: '', outcome: 'ok' })
    emit({
      kind: 'ToolCallAttempt',
      pi_tool: 'commit_action',
      params_hash: '',
      outcome: 'error',
      error_code: 'HALTED',
    })
    emit({ kind: 'hook:verdict', hook: 'simulator', verdict: 'reject', stage: 'preview' })
    emit({ kind: 'denied', layer: 'halt', code: 'HALTED' })
    emit({ kind: 'permit:state', permit_id: PERMIT, from: null, to: 'pending' })
    emit({ kind: 'phase:change', from: 'thriving', to: 'cautious', epoch: 1 })
    expect(end()?.steps).toMatchObject({
      observe: { reads: { data_get_count: 1 }, failed: 1 },
      retrieve: { searches: { search_context: 1 } },
      gate: {
        verdicts: { reject: 1 },
        denials: { 'halt/HALTED': 1 },
        refusals: { HALTED: 1 },
        phases: ['cautious'],
      },
      simulate: { plans: { a_tool: 1 }, failed: 0 },
      validate: { permits: { pending: 1 } },
      reflect: { directives: 1 },
    })
  })

  test('behavior: the next tick closes the record of the one before, and an empty tick has none', () => {
    const { now, emit, audit, recorder, events } = create()
    recorder.turnTick()
    now.tick += 1
    recorder.turnTick()
    expect(audit).toEqual([])
    emit({ kind: 'denied', layer: 'halt', code: 'HALTED' })
    now.tick += 1
    recorder.turnTick()
    expect(audit).toMatchObject([
      { kind: 'cycle', body: { tick: 2, startedWallMs: 2_000, endedWallMs: 3_000 } },
    ])
    expect(events.at(-1)).toMatchObject({ kind: 'cycle:recorded', tick: 2, is_durable: true })
  })

  test('behavior: asking again and again fills no record, and hides nothing that was carried out', async () => {
    const { recorder, end, propose, settle, now } = create()
    const refuse = () =>
      recorder.preview('swap', async () => {
        throw new ToolError('HALTED', { since: 1 })
      })
    for (let count = 0; count < 70; count += 1) await expect(refuse()).rejects.toThrow('HALTED')
    await propose()
    const waiting = end()
    expect(waiting?.actions).toHaveLength(64)
    expect(waiting?.omitted).toBe(7)
    now.tick += 1
    for (let count = 0; count < 70; count += 1) await expect(refuse()).rejects.toThrow('HALTED')
    await propose()
    settle(mined('success'))
    expect(end()).toMatchObject({
      omitted: 6,
      steps: {
        execute: { statuses: { blocked: 64, executed: 1 }, gasCost: { baseUnits: 300_000n } },
        verify: { verified: 1, pnlImpact: { baseUnits: 99_700_000n } },
      },
    })
  })

  test('behavior: a store that fails takes no record and changes nothing', async () => {
    const { propose, settle, recorder, events } = create({ failsToStore: true })
    await propose()
    settle(mined('success'))
    recorder.endTick()
    expect(events.at(-1)).toMatchObject({ kind: 'cycle:recorded', is_durable: false })
  })

  test('behavior: what a store that fails cannot tell is not known, and changes nothing', async () => {
    const { propose, settle, recorder, recorded, review, now, end } = create()
    await propose()
    now.tick += 1
    now.failsToRead = true
    const failure = new Error('disk I/O error')
    await expect(recorder.commit(PERMIT, () => Promise.reject(failure))).rejects.toBe(failure)
    settle(mined('success'))
    review('undone')
    expect(recorded().map(({ status }) => status)).toEqual(['blocked', 'executed', 'blocked'])
    expect(end()).toMatchObject({ tick: 2, phase: 'unknown' })
  })

  test('behavior: what a reorganisation took back is no longer carried out, and is looked at again', async () => {
    const { propose, settle, review, recorded, end } = create()
    await propose()
    settle(mined('success'))
    review('as-expected')
    expect(recorded()).toHaveLength(1)
    review('undone')
    expect(recorded().at(-1)).toMatchObject({ status: 'blocked', verified: false, replay: 'reorganised' })
    // What it paid and brought was that of a block which is no more.
    expect(end()?.steps).toMatchObject({
      execute: { gasCost: null },
      verify: { verified: 0, unverified: 1, pnlImpact: null },
    })
  })

  test.each([
    'undone',
    'done',
    'out-of-tolerance',
  ] as const)('behavior: what a later tick finds %s it looks at again', async (verdict) => {
    const { propose, settle, review, recorded, end, now } = create()
    await propose()
    settle(mined('success'))
    now.tick += 1
    review(verdict)
    expect(recorded().at(-1)).toMatchObject({ expected: '+100 USDC (± 50 bps)', actual: 'not known' })
    expect(end()).toMatchObject({ tick: 2, steps: { reflect: { replay: [PERMIT] } } })
  })
})
