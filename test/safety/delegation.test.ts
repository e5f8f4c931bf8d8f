import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openScriptedModel } from '../../harness/pi/scripted-model.ts'
import type { StageSetup } from '../../harness/stage/open-stage.ts'
import type { Stage } from '../../harness/stage/stage.ts'
import type { ArchetypeSession } from '../../tools/agent/delegation/session.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import type { Json } from '../../tools/core/json.ts'
import { isPermitted } from '../../tools/profiles/boot-capabilities.ts'
import { type OpenEnvironment, openEnvironment } from './open-environment.ts'

let world: OpenEnvironment
let stage: Stage
beforeAll(async () => {
  world = await openEnvironment()
})
afterEach(() => stage.close())
afterAll(() => world.close())

async function open(setup: StageSetup): Promise<ArchetypeSession> {
  stage = await world.open(setup)
  const { session } = stage.session
  if (session === undefined) throw new Error('the agent plays no archetype')
  return session
}

const LIMITS = { maxPerRequestUsdc: 300_000_000n, maxPerDayUsdc: 500_000_000n, maxToleranceBps: 100 }
const swap = (amountUsdc: bigint, slippageBps = 50) => ({
  kind: 'swap',
  params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: `${amountUsdc}000000`, slippageBps },
})

/** Preview as a model would; answers the permit or the code. */
async function preview(
  { agent }: ArchetypeSession,
  action: Json,
): Promise<{ permitId?: string; code?: string }> {
  const answer = await agent.call('preview_action', action)
  return answer.isError ? { code: answer.error.code } : (answer.details as { permitId: string })
}
async function call({ agent }: ArchetypeSession, tool: string, args: Json): Promise<Json> {
  const answer = await agent.call(tool, args)
  return answer.isError ? answer.error.code : answer.details
}
const eventsOf = (kind: AssayEvent['kind']) => stage.takeEvents().filter((event) => event.kind === kind)
const refusal = (ask: () => unknown): { code?: string; message?: string } => {
  try {
    ask()
    return {}
  } catch (cause) {
    return cause as Error & { code: string }
  }
}

describe('a session that is delegated to', () => {
  test('behavior: has its own tools, none that changes anything beyond those of the session above', async () => {
    const golem = await open({ archetype: 'golem-instance', protocols: ['weth', 'uniswap-v3'] })
    const manager = golem.delegate({ to: 'liquidity-manager' })
    const trader = golem.delegate({ to: 'cross-chain-executor' }).delegate({ to: 'trade-executor' })
    const names = ({ agent }: ArchetypeSession) => agent.stack.profile.tools.map(({ name }) => name)
    expect(names(manager)).toEqual(expect.arrayContaining(['uniswap_add_liquidity', 'weth_wrap_eth']))
    expect(names(trader)).not.toContain('uniswap_add_liquidity')
    expect(trader.path).toBe('golem-instance/cross-chain-executor/trade-executor')
    for (const session of [manager, trader]) {
      expect(session.agent.stack.profile.tools.filter(({ protocol }) => protocol === 'permit2')).toEqual([])
    }
    const guardian = trader.delegate({ to: 'safety-guardian' })
    expect(guardian.agent.stack.profile.tools.filter(isPermitted)).toEqual([])
    expect(guardian.agent.piTools.map(({ name }) => name)).not.toContain('preview_action')
    expect(guardian.agent.piTools.map(({ name }) => name)).toContain('cancel_action')
  })

  test('behavior: has no write tool that a config took from the session above, nor without a signer', async () => {
    const config = { path: 'agent.toml', text: '[tools]\ndisable = ["weth_wrap_eth"]' }
    const golem = await open({ archetype: 'golem-instance', agent: { config } })
    const names = golem.delegate({ to: 'trade-executor' }).agent.stack.profile.tools.map(({ name }) => name)
    expect(names).toContain('weth_unwrap_eth')
    expect(names).not.toContain('weth_wrap_eth')
    await stage.close()
    const mute = await open({ archetype: 'golem-instance', signer: 'off' })
    expect(mute.delegate({ to: 'trade-executor' }).agent.stack.profile.mayAct).toBe(false)
  })

  test('behavior: has no tool that a config gives the session above beyond what its own archetype has', async () => {
    const config = { path: 'agent.toml', text: '[tools]\nenable = ["uniswap_add_liquidity"]' }
    const golem = await open({ archetype: 'golem-instance', agent: { config } })
    const names = ({ agent }: ArchetypeSession) => agent.stack.profile.tools.map(({ name }) => name)
    expect(names(golem)).toContain('uniswap_add_liquidity')
    for (const to of ['trade-executor', 'safety-guardian']) {
      expect(names(golem.delegate({ to })), to).not.toContain('uniswap_add_liquidity')
    }
  })

  test('behavior: a model in it has its role and tools, whatever the model above it has', async () => {
    const golem = await open({ archetype: 'golem-instance' })
    const trader = golem.delegate({
      to: 'trade-executor',
      tools: ['uniswap_get_quote', 'uniswap_execute_swap'],
    })
    const guardian = trader.delegate({ to: 'safety-guardian' })
    const { host } = stage.session
    const play = async ({ agent, archetype }: ArchetypeSession, name: string, args: Json) => {
      expect(agent.role).toBe(archetype.prompt)
      const model = await openScriptedModel({ ...host, agent })
      const [report] = await model.answer([{ name, args }])
      await model.close()
      return report?.outcome.isError ? report.outcome.error.code : 'ok'
    }
    const wrap = { kind: 'wrap', params: { amountBaseUnits: '5' } }
    expect(await play(golem, 'preview_action', wrap)).toBe('ok')
    expect(await play(trader, 'preview_action', wrap)).toBe('UNKNOWN_ACTION_KIND')
    expect(await play(trader, 'preview_action', swap(100n))).toBe('ok')
    expect(await play(trader, 'query_state', { query: 'data_get_block' })).toBe('UNKNOWN_QUERY')
    expect(await play(guardian, 'preview_action', swap(100n))).toBe('TOOL_NOT_AVAILABLE')
    expect(await play(guardian, 'query_state', { query: 'safety_check_status' })).toBe('ok')
  })

  test('behavior: what it reads counts as read in the record of the tick, whatever the session above it reads', async () => {
    const trader = await open({ archetype: 'trade-executor' })
    expect(trader.agent.stack.profile.tools.map(({ name }) => name)).not.toContain('aave_list_reserves')
    await call(trader.delegate({ to: 'risk-assessor' }), 'query_state', {
      query: 'aave_list_reserves',
    })
    stage.session.endTick()
    expect(eventsOf('cycle:recorded')).toMatchObject([
      { record: { steps: { observe: { reads: { aave_list_reserves: 1 } }, simulate: { failed: 0 } } } },
    ])
  })

  test('behavior: a profile that bounds the first session bounds what changes anything below it', async () => {
    const golem = await open({ archetype: 'golem-instance', profile: 'trader' })
    const manager = golem.delegate({ to: 'liquidity-manager' })
    const names = manager.agent.stack.profile.tools.map(({ name }) => name)
    expect(names).toContain('uniswap_execute_swap')
    expect(names).toContain('uniswap_list_positions')
    expect(names).not.toContain('uniswap_add_liquidity')
  })

  test.each([
    ['nobody that it may not', (from) => from.delegate({ to: 'pool-researcher' }), 'DELEGATION_NOT_ALLOWED'],
    [
      'a tool',
      (from) => from.delegate({ to: 'trade-executor', tools: ['uniswap_add_liquidity'] }),
      'DELEGATION_EXCEEDS_PARENT',
    ],
    [
      'a protocol',
      (from) => from.delegate({ to: 'trade-executor', protocols: ['aave-v3'] }),
      'DELEGATION_EXCEEDS_PARENT',
    ],
    [
      "the owner's limits",
      (from) => from.delegate({ to: 'trade-executor', limits: { ...LIMITS, maxPerDayUsdc: 10n ** 15n } }),
      'DELEGATION_EXCEEDS_PARENT',
    ],
    [
      'limits of the session above',
      (from) =>
        from
          .delegate({ to: 'cross-chain-executor', limits: LIMITS })
          .delegate({ to: 'trade-executor', limits: { ...LIMITS, maxToleranceBps: 101 } }),
      'DELEGATION_EXCEEDS_PARENT',
    ],
  ] as readonly [
    string,
    (from: ArchetypeSession) => unknown,
    string,
  ][])('error: asking for %s', async (_, ask, code) => {
    const golem = await open({ archetype: 'golem-instance', protocols: ['weth', 'uniswap-v3'] })
    expect(refusal(() => ask(golem))).toMatchObject({ code, layer: 'profile' })
  })

  test('behavior: keeps to its limits, singly and in a day, those above it counting what it spends', async () => {
    const golem = await open({ archetype: 'golem-instance' })
    const above = golem.delegate({ to: 'cross-chain-executor', limits: LIMITS })
    const below = above.delegate({
      to: 'trade-executor',
      limits: { ...LIMITS, maxPerRequestUsdc: 250_000_000n },
    })
    expect(await preview(below, swap(251n))).toEqual({ code: 'DELEGATED_SPEND_EXCEEDED' })
    expect(await preview(below, swap(10n, 101))).toEqual({ code: 'DELEGATED_TOLERANCE_EXCEEDED' })
    const { permitId } = await preview(below, swap(250n))
    expect(await call(below, 'commit_action', { permitId: permitId ?? '' })).toMatchObject({ permitId })
    expect(await preview(above, swap(251n))).toEqual({ code: 'DELEGATED_SPEND_EXCEEDED' })
    expect(await preview(above, swap(200n))).toHaveProperty('permitId')
    expect(await preview(golem, swap(400n))).toHaveProperty('permitId')
  })

  test('behavior: commits and cancels what it previewed itself; safety-guardian cancels anything', async () => {
    const golem = await open({ archetype: 'golem-instance' })
    const trader = golem.delegate({ to: 'trade-executor' })
    const args = { permitId: (await preview(golem, swap(10n))).permitId ?? '' }
    expect(await call(trader, 'commit_action', args)).toBe('PERMIT_OF_ANOTHER_SESSION')
    expect(await call(trader, 'cancel_action', args)).toBe('PERMIT_OF_ANOTHER_SESSION')
    const guardian = golem.delegate({ to: 'safety-guardian' })
    expect(await call(guardian, 'commit_action', args)).toBe('TOOL_NOT_AVAILABLE')
    expect(await call(guardian, 'cancel_action', args)).toMatchObject({ state: 'cancelled' })
    expect(await call(golem, 'commit_action', args)).toBe('PERMIT_NOT_PENDING')
    const own = { permitId: (await preview(trader, swap(10n))).permitId ?? '' }
    expect(await call(golem, 'commit_action', own)).toMatchObject(own)
  })
})

describe('advice before a commit', () => {
  test('behavior: is raised as an event and shown with the report, along the path of who commits', async () => {
    const trader = (await open({ archetype: 'golem-instance' })).delegate({ to: 'trade-executor' })
    const { permitId } = await preview(trader, swap(10n))
    const report = await call(trader, 'commit_action', { permitId: permitId ?? '' })
    const path = 'golem-instance/trade-executor/safety-guardian'
    expect(report).toMatchObject({ advice: { by: path, verdict: 'nothing-against', remarks: [] } })
    expect(eventsOf('delegation:advice')).toEqual([
      { kind: 'delegation:advice', path, permit_id: permitId, verdict: 'nothing-against', remarks: [] },
    ])
  })

  test('behavior: another adviser sees the preview, and what it says allows nothing', async () => {
    const seen: unknown[] = []
    const trader = await open({
      archetype: 'trade-executor',
      phase: 'thriving',
      agent: {
        async advise({ path, agent }, preview) {
          seen.push([path, agent.piTools.some(({ name }) => name === 'commit_action'), preview.actionKind])
          await stage.agent.observePhase('defensive')
          return { verdict: 'nothing-against', remarks: ['go on'] }
        },
      },
    })
    const { permitId } = await preview(trader, swap(10n))
    expect(await call(trader, 'commit_action', { permitId: permitId ?? '' })).toMatch(
      /^P(ERMIT_PHASE_CHANGED|HASE_FORBIDS_CLASS)$/,
    )
    expect(seen).toEqual([['trade-executor/safety-guardian', false, 'swap']])
  })

  test('error: GUARDIAN_NOT_CONSULTED where nobody advises; exits go on and say so', async () => {
    const trader = await open({
      archetype: 'trade-executor',
      agent: { advise: async () => Promise.reject(new Error('no model answers')) },
    })
    const risk = { permitId: (await preview(trader, swap(100n))).permitId ?? '' }
    expect(await call(trader, 'commit_action', risk)).toBe('GUARDIAN_NOT_CONSULTED')
    expect(eventsOf('action:recorded')).toMatchObject([
      { status: 'blocked', permit_id: risk.permitId, block_reason: 'profile/GUARDIAN_NOT_CONSULTED' },
    ])
    const exit = await preview(trader, {
      kind: 'revoke-allowance',
      params: { token: 'USDC', spender: await routerOf() },
    })
    expect(exit).toHaveProperty('permitId')
    expect(await call(trader, 'commit_action', { permitId: exit.permitId ?? '' })).toMatchObject({
      advice: {
        verdict: 'caution',
        remarks: ['safety-guardian could not be asked: safety-guardian failed: no model answers'],
      },
    })
  })
})

const routerOf = async () => stage.book.protocols['uniswap-v3']?.swapRouter ?? ''

describe('the start', () => {
  test.each([
    [
      '[agent]\narchetype = "pool-researcher"\n[tools]\nenable = ["weth_wrap_eth"]',
      'holds no write tool, found weth_wrap_eth',
    ],
    [
      '[agent]\narchetype = "lp-strategist"\n[tools]\nenable = ["weth_wrap_eth"]',
      'lp-strategist → safety-guardian: it writes (weth_wrap_eth)',
    ],
  ])('error: a config that gives an archetype what it may not hold', async (text, problem) => {
    await expect(world.open({ agent: { config: { path: 'agent.toml', text } } })).rejects.toThrow(problem)
    stage = await world.open({})
  })

  test('behavior: the environment chooses the profile, and what is left out is told', async () => {
    stage = await world.open({
      signer: 'off',
      agent: { environment: (name) => (name === 'TOOL_PROFILE' ? 'trader,lp' : undefined) },
    })
    expect(stage.session.agent.stack.profile.name).toBe('trader,lp')
    const [leftOut] = eventsOf('tools:left-out')
    expect(leftOut).toMatchObject({
      requires: 'wallet',
      tools: expect.arrayContaining(['uniswap_execute_swap', 'uniswap_add_liquidity']),
    })
    expect(stage.session.agent.piTools.map(({ name }) => name)).not.toContain('commit_action')
  })
})
