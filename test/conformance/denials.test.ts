import { type Address, isAddressEqual } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { Json } from '../../tools/core/json.ts'
import type { ActionPlan } from '../../tools/core/plan.ts'
import type { WriteTool } from '../../tools/core/tool-def.ts'
import { PHASES, type Phase } from '../../tools/safety/policy/phases.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import { type OpenEnvironment, openEnvironment } from '../safety/open-environment.ts'
import { findTool, openBench } from './bench.ts'
import { KIND_WRITES, loadCases } from './load-cases.ts'
import { resolve } from './values.ts'

/** The first phase that refuses each class, by the design's table; what closes or reads is never refused. */
const REFUSED_FROM = {
  'new-position': 'defensive',
  'increase-position': 'defensive',
  rebalance: 'survival',
  'decrease-position': 'terminal',
  'close-position': undefined,
  'read-only': undefined,
} as const

/** Gas costs something, so that nothing is done for nothing. */
const BASE_FEE_WEI = 1_000_000_000n

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

const cases = await loadCases(PROJECT_ROOT)
const isLocal = (name: string) => findTool(name).localPort !== undefined

describe.each(KIND_WRITES.filter(([, name]) => isLocal(name)))('%s', (_, name) => {
  const tool = findTool(name) as WriteTool

  test('default: is allowed, whatever simulations, lists and limits say, and denied by rate limit, taint and halt', async () => {
    const served = cases.get(name)?.cases?.serves[0]
    const { owner, recipients } = served ?? {}
    const bench = await openBench(environment, tool, { baseFeeWei: BASE_FEE_WEI, owner, recipients })
    const { stage, scope } = bench
    for (const step of served?.before ?? []) await bench.run(step)
    const params = (await resolve(served?.params ?? {}, scope)) as Json
    const preview = async () => {
      const { error, details } = await stage.agent.previewTool(name, params, [])
      const { permitId } = (details ?? {}) as unknown as Permit
      if (permitId !== undefined) await stage.agent.call('cancel_action', { permitId })
      return error
    }
    const { policy } = stage.session
    stage.lies.inAnswers({ simulationsRevert: true })
    expect(await preview()).toBeUndefined()
    stage.faults.heal()
    const nothing = { perTransactionUsdc: 0n, perDayUsdc: 0n, hotLaneUsdc: 0n }
    await stage.processes.restart({ ...policy, targets: [], recipients: [], limits: nothing })
    expect(await preview()).toBeUndefined()

    await stage.processes.restart({ ...policy, rateLimit: { ...policy.rateLimit, maxCalls: 0 } })
    expect(await preview()).toMatchObject({ layer: 'rate-limiter' })
    await stage.processes.restart(policy)
    await stage.agent.call('emergency_halt', { reason: 'a drill' })
    expect(await preview()).toMatchObject({ layer: 'halt' })
  })
})

describe.each(KIND_WRITES.filter(([, name]) => !isLocal(name)))('%s', (_, name) => {
  const tool = findTool(name) as WriteTool

  test('default: is allowed, and denied by simulation, allow-list, spending limit and phase', async () => {
    const served = cases.get(name)?.cases?.serves[0]
    const { owner, recipients } = served ?? {}
    const bench = await openBench(environment, tool, { baseFeeWei: BASE_FEE_WEI, owner, recipients })
    const { stage, scope } = bench
    for (const step of served?.before ?? []) await bench.run(step)
    const params = (await resolve(served?.params ?? {}, scope)) as Json
    const { plan } = await bench.plan(tool, params)
    const preview = async () => {
      const { error, details } = await stage.agent.previewTool(name, params, [])
      const { permitId, ...permit } = (details ?? {}) as unknown as Permit
      if (permitId !== undefined) await stage.agent.call('cancel_action', { permitId })
      return { error, ...permit }
    }
    const { error, actionClass, spend } = await preview()
    expect(error).toBeUndefined()

    stage.lies.inAnswers({ simulationsRevert: true })
    expect((await preview()).error).toMatchObject({ layer: 'simulator', code: 'SIMULATION_REVERTED' })
    stage.faults.heal()

    const { policy } = stage.session
    await stage.processes.restart(unlist(policy, plan as ActionPlan))
    expect((await preview()).error).toMatchObject({ layer: 'allowlist-guard' })

    // The permit's own bytes are part of what gas is paid for.
    const spentUsdc = BigInt(spend.total.baseUnits)
    await stage.processes.restart(limitTo(policy, (spentUsdc * 101n) / 100n))
    expect((await preview()).error, 'what is within the limit').toBeUndefined()
    await stage.processes.restart(limitTo(policy, (spentUsdc * 99n) / 100n))
    expect((await preview()).error).toMatchObject({ layer: 'spending-limiter' })

    await stage.processes.restart(policy)
    const refusing = tool.riskTier === 'layer3' ? 'defensive' : REFUSED_FROM[actionClass]
    await stage.agent.observePhase(PHASES[PHASES.indexOf(refusing ?? 'terminal') - 1] as Phase)
    expect((await preview()).error, 'in the phase before').toBeUndefined()
    await stage.agent.observePhase(refusing ?? 'terminal')
    const denied = refusing && expect.objectContaining({ layer: 'phase' })
    expect((await preview()).error).toEqual(denied)
  })
})

interface Permit {
  readonly permitId?: string
  readonly actionClass: keyof typeof REFUSED_FROM
  readonly spend: { readonly total: { readonly baseUnits: string } }
}

const limitTo = (policy: SafetyPolicy, mostUsdc: bigint): SafetyPolicy => ({
  ...policy,
  limits: { perTransactionUsdc: mostUsdc, perDayUsdc: policy.limits.perDayUsdc, hotLaneUsdc: 0n },
})

/** The policy without what a plan's first call goes to, or whom it pays where it is no call. */
function unlist(policy: SafetyPolicy, { calls: [call] }: ActionPlan): SafetyPolicy {
  const isOther = (address: Address) => call === undefined || !isAddressEqual(address, call.to)
  return {
    ...policy,
    targets: policy.targets.filter(({ address }) => isOther(address)),
    recipients: policy.recipients.filter(isOther),
  }
}
