import { type Address, decodeErrorResult, type Hex, numberToHex, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Broadcaster } from '../../../tools/core/chain.ts'
import { createChainReader } from '../../../tools/core/chain-reader.ts'
import { ToolError } from '../../../tools/core/errors.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { planTransaction, type TransactionPlan } from '../../../tools/core/plan.ts'
import { toToolError } from '../../../tools/core/runner.ts'
import { sha256Text } from '../../../tools/core/sha256.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import { startRuntime } from '../../../tools/runtime/start-runtime.ts'
import { encodeCageExecute } from '../../../tools/safety/evidence/encode-cage-execute.ts'
import { liftHotLane } from '../../../tools/safety/evidence/hot-lane.ts'
import { hashGuardianRequest } from '../../../tools/safety/guardian/guardian.ts'
import type { EmergencyGuardian } from '../../../tools/safety/guardian/guardian-client.ts'
import { ALLOW, type Hook } from '../../../tools/safety/hooks/hook.ts'
import { type PermitBody, parseBody } from '../../../tools/safety/permit/permit.ts'
import { parsePhase } from '../../../tools/safety/policy/phases.ts'
import type { Fork } from '../../chain/fork.ts'
import { createReadClient } from '../../chain/viem-client.ts'
import { countIds } from '../../stage/session.ts'
import type { Stage } from '../../stage/stage.ts'
import { ACTORS } from '../../world/actors.ts'
import { MARKET_TOKENS } from '../../world/market.ts'
import { assertLaw } from '../law-violation.ts'
import { buildCalls, buildParams, type Scope, toBaseUnits } from './build-calls.ts'
import type { KindAction, Move, RawAction, Turn } from './draw-action.ts'

/** How often each verdict was given, over many games. */
export interface Tally {
  actions: number
  accepted: number
  /** Accepted actions that were then committed on chain. */
  committed: number
  /** Denials by layer, of previews. */
  readonly denied: Record<string, number>
  /** Denials by layer, of commits. */
  readonly deniedAtCommit: Record<string, number>
  /** What the off-chain rules accept without asking the cage, and what the cage says to it. */
  readonly withoutSimulation: Record<string, number>
}

export const createTally = (): Tally => ({
  actions: 0,
  accepted: 0,
  committed: 0,
  denied: {},
  deniedAtCommit: {},
  withoutSimulation: {},
})

/**
 * Rejections that follow from an action's bytes and the cage's lists alone. The off-chain lists derive from the
 * cage's, so the off-chain rules have to foresee each of them without simulating anything.
 */
const STATIC_REJECTIONS = [
  'Unauthorized',
  'TargetNotAllowed',
  'SpenderNotAllowed',
  'RecipientNotAllowed',
  'AssetNotAllowed',
  'UnlimitedApproval',
  'MalformedCall',
  'NativeNotAllowed',
]

const count = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1
}

const GAS = numberToHex(30_000_000)

/**
 * Play moves on an open stage and hold, for each that the off-chain chain accepts, that the cage accepts the same
 * bytes at the same head; and for each that is committed, that it does not revert in its block.
 *
 * @throws LawViolation `offchain-onchain.*`
 */
export async function playDifferential(
  moves: readonly Move[],
  stage: Stage,
  fork: Fork,
  tally: Tally,
): Promise<void> {
  const { book, cage } = stage
  const { policy, store } = stage.session
  const chain = createChainReader(createReadClient(fork.rpc, book.chainId), book.chainId, {
    isProbeDeployed: true,
  })
  const blind = createBlindRules(stage, chain)
  let ids = 0
  const nextId = () => {
    ids += 1
    return sha256Text(`differential ${ids}`)
  }

  /** What the cage says to these bytes from the operator, in the block after the head. */
  const askCage = async (
    { plan, deadlineSeconds, guardianSignature }: PermitBody,
    permitId: Hex,
  ): Promise<string> => {
    const data = encodeCageExecute(plan.calls, deadlineSeconds, permitId, guardianSignature)
    const call = { from: ACTORS.operator.address, to: cage, gas: GAS, data }
    const blockOverrides = { time: numberToHex(fork.headTimestampSeconds() + 1n) }
    const [block] = await fork.rpc.request<readonly { calls: readonly { status: Hex; returnData: Hex }[] }[]>(
      'eth_simulateV1',
      [{ blockStateCalls: [{ calls: [call], blockOverrides }] }, 'latest'],
    )
    const result = block?.calls[0]
    if (result?.status === '0x1') return 'accepted'
    try {
      return decodeErrorResult({ abi: policyCageAbi, data: result?.returnData ?? '0x' }).errorName
    } catch {
      return 'undecodable'
    }
  }

  const planRaw = async (action: RawAction, scope: Scope): Promise<TransactionPlan> => {
    const calls = action.calls.flatMap((call) => buildCalls(call, scope))
    const tokens = [
      ...policy.assets.map(({ token }) => token),
      findToken(book, 'NOPRICE')?.address as Address,
    ]
    const watch = {
      balances: tokens.map((token) => ({ token, account: cage })),
      allowances: [],
      codeHashes: [],
      feeds: [],
    }
    const data = encodeCageExecute(calls, 2n ** 64n, nextId())
    const from = ACTORS.operator.address
    const call = { from, to: cage, valueWei: 0n, data }
    const { before, after } = await chain.simulate([call], watch, liftHotLane(cage))
    const assets = tokens.map((token, index) => ({
      token,
      account: cage,
      deltaBaseUnits:
        (after.balances[index] ?? 0n) - (before.balances[index] ?? 0n) + (action.isHonest ? 0n : 1_000n),
    }))
    const positions = action.leaksKey
      ? [{ protocol: ACTORS.operator.privateKey, id: 'new', liquidityDelta: 0n }]
      : []
    return planTransaction(calls, { assets, positions, toleranceBps: 50 })
  }

  const claimsOf = ({ lies, tokenIn }: KindAction) =>
    lies ? [{ subject: 'balance' as const, token: tokenIn, value: '123456789123456789' }] : []

  const preview = async (
    action: Move['action'],
    scope: Scope,
  ): Promise<{ permitId?: Hex; layer?: string; plan?: TransactionPlan }> => {
    const { safety, stack } = stage.session.agent
    let plan: TransactionPlan | undefined
    try {
      if (action.via === 'kind') {
        const { permitId } = await stack.previewAction(
          action.kind,
          buildParams(action, scope),
          claimsOf(action),
        )
        return { permitId }
      }
      plan = await planRaw(action, scope)
      safety.noteAttempt()
      const { permitId } = await safety.preview({ ...RAW, plan })
      return { permitId, plan }
    } catch (cause) {
      return { layer: toDenial(cause).layer, ...(plan ? { plan } : {}) }
    }
  }

  for (const { before, action, between, commits } of moves) {
    await turnWorld(before, stage, fork)
    const positionId = (await stage.oracle.readPositions(cage))[0]?.id ?? '999999'
    const scope: Scope = { book, cage, positionId: BigInt(positionId) }
    tally.actions += 1
    const found = await preview(action, scope)
    const row = found.permitId === undefined ? undefined : store.findPermit(found.permitId)
    const body = row && parseBody(row.body)

    const unseen = await blind.accept(action, scope, found.plan)
    if (unseen !== undefined) {
      const answer = await askCage(unseen, unseen.permitId)
      count(tally.withoutSimulation, answer)
      assertLaw(
        !STATIC_REJECTIONS.includes(answer),
        'offchain-onchain.lists',
        'a denial without simulating',
        answer,
      )
    }
    if (found.permitId === undefined || body === undefined) {
      count(tally.denied, found.layer ?? 'none')
      continue
    }
    tally.accepted += 1
    const answer = await askCage(body, found.permitId)
    assertLaw(answer === 'accepted', 'offchain-onchain.head', 'accepted by the cage', answer)

    await turnWorld(between, stage, fork)
    if (!commits) continue
    try {
      await stage.session.agent.safety.commit(found.permitId)
      tally.committed += 1
    } catch (cause) {
      const { code, layer } = toDenial(cause)
      assertLaw(code !== 'TRANSACTION_REVERTED', 'offchain-onchain.block', 'mined or denied before', code)
      count(tally.deniedAtCommit, layer)
    }
  }
}

/** What a hand-made plan is previewed as. */
const RAW = {
  tool: { name: 'uniswap_execute_swap', riskTier: 'layer2' },
  actionKind: 'raw',
  params: {},
  claims: [],
} as const

function toDenial(cause: unknown): ToolError {
  const error = toToolError('differential', cause)
  if (error.code === 'TOOL_FAILED' && !(cause instanceof ToolError)) throw cause
  return error
}

/** Nothing of this is committed. */
const UNREACHABLE: Broadcaster = {
  send: () => Promise.reject(new Error('nothing is sent here')),
  isKnown: async () => false,
  waitForReceipt: () => Promise.reject(new Error('nothing is sent here')),
}

/** The stack's rules over the same state without the hooks that hear from the cage. */
function createBlindRules(stage: Stage, chain: ReturnType<typeof createChainReader>) {
  const { policy, clock, agent } = stage.session
  const signer = privateKeyToAccount(ACTORS.guardian.privateKey)
  // One that signs everything, so that the lists alone decide.
  const guardian: EmergencyGuardian = {
    pause: async () => ({ refused: 'nothing is paused here' }),
    review: async (request) => ({ signature: await signer.sign({ hash: hashGuardianRequest(request) }) }),
  }
  const hears: readonly Hook['name'][] = ['policy-cage', 'simulator', 'rate-limiter']
  const {
    store,
    agent: { safety, stack },
  } = startRuntime({
    book: stage.book,
    chain,
    broadcaster: UNREACHABLE,
    alternate: { chain, broadcaster: UNREACHABLE },
    clock,
    secondProvider: undefined,
    guardian,
    signing: undefined,
    store: { path: ':memory:', readFile: () => undefined },
    account: stage.cage,
    operator: ACTORS.operator.address,
    policy,
    phase: 'thriving',
    profile: agent.stack.profile.name,
    catalogue: agent.stack.profile.tools,
    strategy: undefined,
    keys: [],
    newStoreId: sha256Text('blind'),
    createIds: () => countIds('blind'),
    onEvent: () => undefined,
    onCommitted: () => undefined,
    standIns: {
      hooks: (hooks) =>
        hooks.map((hook) => (hears.includes(hook.name) ? { name: hook.name, check: () => ALLOW } : hook)),
      phases: agent.safety.phases,
    },
  })
  return {
    /** What these rules would let through: the plan of the permit that they issue. */
    async accept(action: Move['action'], scope: Scope, plan: TransactionPlan | undefined) {
      const asked =
        action.via === 'kind'
          ? stack.previewAction(action.kind, buildParams(action, scope), [])
          : plan && safety.preview({ ...RAW, plan })
      const permit = await asked?.catch(() => undefined)
      const row = permit && store.findPermit(permit.permitId)
      return row && { ...parseBody(row.body), permitId: row.permitId }
    },
  }
}

/** Let the world do something. */
async function turnWorld(turn: Turn, stage: Stage, fork: Fork): Promise<void> {
  const { book } = stage
  const addressOf = (symbol: string) => findToken(book, symbol)?.address as Address
  switch (turn.turn) {
    case 'none':
      return
    case 'advance':
      return stage.clock.advance(turn.seconds * 1_000)
    case 'price': {
      const known = findToken(book, turn.token)
      const answers = [known?.feed, known?.secondaryFeed].flatMap((feed) => {
        if (feed === undefined) return []
        const par = parseUnits(MARKET_TOKENS[turn.token].priceUsd.toString(), feed.decimals)
        return [{ feed: feed.address, answer: par + (par * BigInt(turn.bps)) / 10_000n }]
      })
      return stage.market.setFeeds(answers, turn.ageSeconds === 0 ? undefined : turn.ageSeconds)
    }
    case 'trade': {
      const tokenOut = turn.tokenIn === 'USDC' ? 'WETH' : 'USDC'
      const amount = toBaseUnits(turn.tokenIn, turn.thousands * 100_000)
      return stage.market.trade({
        actor: 'whale',
        tokenIn: addressOf(turn.tokenIn),
        tokenOut: addressOf(tokenOut),
        amountIn: amount,
      })
    }
    case 'phase': {
      const phase = parsePhase(turn.phase)
      if (phase !== undefined) await stage.agent.observePhase(phase)
      return
    }
    case 'gift':
      return stage.outsiders.transfer(
        ACTORS.whale.address,
        stage.cage,
        addressOf('USDC'),
        toBaseUnits('USDC', turn.cents),
      )
    case 'pause': {
      // Pausing is `pause()` by the guardian; the stack learns of it from the chain alone.
      const request = { from: ACTORS.guardian.address, to: stage.cage, data: '0x8456cb59', gas: GAS }
      await fork.rpc.request('eth_sendTransaction', [request])
      await stage.blocks.mine(1)
      return
    }
  }
}
