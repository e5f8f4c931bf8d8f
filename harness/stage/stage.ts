import { createHash } from 'node:crypto'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  numberToHex,
  type PublicClient,
  parseAbi,
} from 'viem'
import type { Agent } from '../../tools/agent/agent.ts'
import { type AddressBook, NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { boundRequests } from '../../tools/core/bounded-requests.ts'
import type { Broadcaster } from '../../tools/core/chain.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import { ToolError } from '../../tools/core/errors.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import { type Json, toJson } from '../../tools/core/json.ts'
import type { Call } from '../../tools/core/plan.ts'
import { toToolError } from '../../tools/core/runner.ts'
import type { ToolDef } from '../../tools/core/tool-def.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import type { CheckpointSink } from '../../tools/safety/audit/checkpointer.ts'
import { SIGN_TIMEOUT_MS } from '../../tools/safety/custody/signers/transaction-signer.ts'
import { describeSpend } from '../../tools/safety/evidence/spend.ts'
import { phaseOfVitality } from '../../tools/safety/evidence/vitality.ts'
import type { Guardian } from '../../tools/safety/guardian/guardian.ts'
import type { EmergencyGuardian } from '../../tools/safety/guardian/guardian-client.ts'
import { LOOK_EVERY_MS } from '../../tools/safety/guardian/guardian-look.ts'
import type { Claim } from '../../tools/safety/hooks/hook.ts'
import type { Phase } from '../../tools/safety/policy/phases.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import type { SandboxedToolRegistration } from '../../tools/sandbox/define-sandboxed-tool.ts'
import {
  copyStore,
  damageRows,
  damageStore,
  type StoreDamage,
  type StoreFiles,
} from '../audit/store-damage.ts'
import {
  type FaultPorts,
  type FaultyRpc,
  type RpcEndpoint,
  type RpcFault,
  withFaults,
} from '../chain/faults.ts'
import { withFirewall } from '../chain/firewall.ts'
import type { Fork } from '../chain/fork.ts'
import { type Body, createGate, createPick, type Gate, type Order, withGate } from '../chain/gate.ts'
import { type AnswerLies, createLyingRpc } from '../chain/lying-rpc.ts'
import { type RpcClient, RpcError } from '../chain/rpc-client.ts'
import type { UpstreamFault, UpstreamProxy } from '../chain/upstream-proxy.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { HarnessError } from '../errors.ts'
import type { GuardianHost } from '../guardian/guardian-host.ts'
import { createScenarioGuardian, type GuardianMode } from '../guardian/scenario-guardian.ts'
import { createObserver, type Observation, type Observer } from '../oracle/observer.ts'
import { createOracle, type Oracle } from '../oracle/oracle.ts'
import { ACTORS, type ActorName } from '../world/actors.ts'
import { changeHostileToken, type HostileTraits } from '../world/place-hostile-tokens.ts'
import { createHarnessClock, createHeldTimers, type HarnessClock, type SetTimer } from './clock.ts'
import { createControlExecutor } from './control-executor.ts'
import { createDisk, type Disk } from './disk.ts'
import { findBalanceSlot } from './find-balance-slot.ts'
import type { CapabilityForgery } from './forge-capability.ts'
import { planPoolMoves } from './pool-moves.ts'
import { createSecondProvider, type SecondProviderMode } from './second-provider.ts'
import { createSession, type Session, type SessionOptions } from './session.ts'
import { openSessionSigner, type SignerMode, type SigningSubject } from './session-signer.ts'
import { type ApprovalMode, signApproval } from './sign-approval.ts'

/** A fork with the three separate connections of a run: harness, tested side, oracle. */
export interface StageChain {
  readonly fork: Fork
  readonly book: AddressBook
  readonly agentRpc: RpcClient
  readonly oracleRpc: RpcClient
  readonly guardians: GuardianHost
  /** Stands between the fork and its origin; undefined before somebody else's chain. */
  readonly upstream?: UpstreamProxy | undefined
}

/** What distinguishes one scenario's stack from another's. */
export interface StageOptions {
  readonly profile: string
  readonly protocols?: readonly string[]
  readonly phase: Phase
  readonly policy: SafetyPolicy
  readonly cage: Address
  readonly guardian: GuardianMode
  readonly secondProvider: SecondProviderMode
  readonly signer: SignerMode
  /** What custody gets in place of the capabilities that are minted. */
  readonly forgery?: CapabilityForgery
  /** Told of all that the agent's key is asked to sign. */
  readonly onSigning?: (subject: SigningSubject) => void
  /** The cage's operator. */
  readonly operator: Address
  /** Base fee of all blocks. */
  readonly baseFeeWei: bigint
  readonly storePath: string
  readonly checkpointSink?: CheckpointSink
  /** Where the checkpoints are kept, for who damages them. */
  readonly checkpointPath?: string
  readonly catalogue?: readonly ToolDef[]
  readonly strategy?: string
  readonly secrets?: readonly Secret[]
  readonly seed: string
  readonly untrustedTools?: readonly SandboxedToolRegistration[]
}

/** Agents of one account. */
export const AGENT_NAMES = ['first', 'second'] as const

/** One of the agents of an account. */
export type AgentName = (typeof AGENT_NAMES)[number]

/** A trade of somebody else. */
export interface Trade {
  readonly actor: ActorName
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
}

/** What a model feed shall answer. */
export interface FeedAnswer {
  readonly feed: Address
  readonly answer: bigint
}

/** One scenario's world and stack, with everything that can happen in it. */
export interface Stage {
  readonly book: AddressBook
  readonly cage: Address
  readonly clock: HarnessClock
  readonly oracle: Oracle
  readonly agent: Agent
  readonly session: Session
  /** The guardian as whoever is on the agent's host reaches it; undefined when there is none. */
  readonly guardian: Guardian | undefined
  /** Rejects once somebody waits for an answer that will not come and that no timer bounds. */
  readonly stuck: Promise<never>
  /** Simulated time that the stack has waited so far for answers that were late or did not come. */
  waitedMs(): number
  /** Call a Pi tool as the model would. */
  call(piTool: string, args: unknown): Promise<Observation>
  /** Preview one write tool directly, past the action kinds. */
  previewTool(
    tool: string,
    params: Json,
    claims: readonly Claim[],
    approval?: ApprovalMode,
  ): Promise<Observation>
  /** Change the safety layer by a privileged tool, with an approval of its owner. */
  changeSafety(tool: string, params: Json, approval?: ApprovalMode): Promise<Observation>
  /** Run a read or control tool directly. */
  runTool(tool: string, params: Json): Promise<Observation>
  /** Move both clocks. */
  advance(ms: number): Promise<void>
  mine(count: number): Promise<void>
  /** Set feeds' answers, each in the feed's own units; with an age the feeds stay as old as that. */
  setFeeds(answers: readonly FeedAnswer[], ageSeconds?: number): Promise<void>
  /** Swap as somebody else. */
  trade(actor: ActorName, tokenIn: Address, tokenOut: Address, amountIn: bigint): Promise<void>
  /** Trade right before the next transaction of the agent, when it was already sent, and back right after it. */
  sandwich(trade: Trade): void
  /** Trade until every pool of a token shows a price, in USD with the decimals given. */
  movePools(token: Address, usd: bigint, usdDecimals: number): Promise<void>
  /** Move the chain's clock alone. */
  moveChainClock(seconds: bigint): Promise<void>
  transfer(from: Address, to: Address, token: Address, amount: bigint): Promise<void>
  /** Send calls as an actor, each in a transaction of its own; the last one is mined, or refused by the chain. */
  actAs(
    actor: ActorName,
    calls: readonly (Call & { readonly from?: Address })[],
    isLastRefused: boolean | undefined,
  ): Promise<Observation>
  setCode(address: Address, code: Hex): Promise<void>
  setStorage(address: Address, slot: Hex, word: Hex): Promise<void>
  /** Let the agent's node show other answers of model feeds than the chain has. */
  lieAboutFeeds(answers: readonly FeedAnswer[]): Promise<void>
  /** Let the agent's node go on showing the code that is there now. */
  lieAboutCode(address: Address): Promise<void>
  /** Let the agent's node show another balance of the account than the chain has. */
  lieAboutBalance(token: Address, amountBaseUnits: bigint): Promise<void>
  /** Let the agent's node lie in its answers. */
  lieInAnswers(lies: AnswerLies): void
  /** Report the phase that the inputs call for. */
  observePhase(phase: Phase): Promise<void>
  /** Report a vitality in basis points, an unknown one, or the one that the chain shows. */
  observeVitality(vitalityBps: number | 'read' | 'unknown'): Promise<void>
  /** Whether what the agent sends is mined while it waits; without, only the harness mines. */
  setMining(isOn: boolean): void
  /** Set the base fee of all blocks from now on, and mine one. */
  setBaseFee(wei: bigint): Promise<void>
  /** Let requests to a node go wrong. */
  injectFault(fault: RpcFault, endpoint: RpcEndpoint): void
  /** Let the fork's requests to its origin go wrong. */
  failUpstream(fault: UpstreamFault): void
  /** The disk below the store. */
  readonly disk: Disk
  /** End the faults and lies of node, origin and disk. */
  heal(): void
  /** Let tokens behave otherwise, hostile ones from now on. */
  changeToken(token: Address, traits: Partial<HostileTraits>): Promise<void>
  /** Let the second provider behave otherwise. */
  setSecondProvider(mode: SecondProviderMode): void
  /** Let the guardian behave otherwise. */
  setGuardian(mode: GuardianMode): void
  /**
   * Run bodies together; what they wait for outside of the process goes on in an order, or in the next one that is drawn
   * from the run's seed.
   */
  together<T>(
    bodies: readonly Body<T>[],
    order: Order | undefined,
    options: { readonly mayChange: boolean },
  ): Promise<{ readonly results: readonly T[]; readonly observation: Observation }>
  /** Let the node forget what is not mined. */
  dropPending(): Promise<void>
  /** Remember the head, for a reorganisation. */
  mark(): Promise<void>
  /**
   * Take blocks away, those since the mark without a depth; their transactions are in no block and no pool. With a
   * trade that comes ahead, the agent's are mined again after it.
   */
  reorg(depth?: number, ahead?: Trade): Promise<void>
  /** Mine the transaction of a permit, as the agent sent it. */
  include(permitId: Hex): Promise<void>
  /** Bring to an end what is open. */
  recover(): Promise<Observation>
  /** Look again for what is not final. */
  reconcile(): Promise<Observation>
  /** Restart the process; where the store is refused, nothing but its files can be changed before another restart. */
  restart(): Promise<Observation>
  /** Let one of two agents act from now on, each a process with a store; the second comes up with its first turn. */
  useAgent(name: AgentName, sharesStore: boolean): Promise<Observation>
  readonly hasSeveralAgents: boolean
  /** Whether the process did not come up again. */
  readonly isDown: boolean
  /** Keep a copy of the files of the store. */
  copyStore(): void
  /** Damage the store: rows in memory at once, a file before the next restart. */
  damageStore(damage: StoreDamage): void
  /** Events since this was asked last, whatever raised them. */
  takeEvents(): readonly AssayEvent[]
  /** What the chain looks like at the end. */
  finish(): Promise<{ number: bigint; hash: Hex; stateDigest: string }>
  close(): Promise<void>
}

const feedAbi = parseAbi([
  'function setAnswer(int256 answer, uint256 updatedAt)',
  'function latestAnswer() view returns (int256)',
  'function latestRound() view returns (uint80)',
])
const routerAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256 amountOut)',
])
const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])

/** Slot in which the model feed keeps the answer of a round: `_rounds` is its third variable. */
const slotOfRound = (round: bigint): Hex =>
  keccak256(encodeAbiParameters([{ type: 'uint80' }, { type: 'uint256' }], [round, 2n]))

/** Fee tiers in the order in which a trade looks for a pool. */
const FEE_TIERS = [500, 3000, 100, 10_000]

/** Feeds publish again when time moves by more than this, as a heartbeat would make them. */
const FEED_HEARTBEAT_MS = 600_000

/** Looks of the guardian by which a mark has risen to what stands; further ones would show nothing else. */
const LOOKS_OF_A_TRIAL = 8

/** For how long an owner's approval is given. */
const APPROVAL_SECONDS = 600n

/** Enough to create a Uniswap V3 pool. */
const TRANSACTION_GAS = numberToHex(6_000_000)

/** Reset the fork and set the stage for one scenario. */
export async function createStage(
  chain: StageChain,
  options: StageOptions,
  setTimer: SetTimer,
): Promise<Stage> {
  const { fork, book } = chain
  const { cage } = options
  const stuck = Promise.withResolvers<never>()
  // Whoever runs the stage listens, but not before it has one.
  stuck.promise.catch(() => undefined)
  const timers = createHeldTimers(setTimer, (methods) =>
    stuck.reject(
      new HarnessError(
        'ANSWER_UNBOUNDED',
        `waits for an answer that no timer bounds: ${[...new Set(methods)].join(', ')}`,
        { hint: 'bound this wait in the stack: a node that hangs must not hang the agent' },
      ),
    ),
  )
  const clock = createHarnessClock(Number(fork.headTimestampSeconds()) * 1_000, timers.setTimer)
  const agentNode = createLyingRpc(withFirewall(chain.agentRpc))
  const firstBlock = BigInt(await chain.oracleRpc.request<Hex>('eth_blockNumber'))
  const gate = createGate(timers.awaitAnswer)
  const disk = createDisk()
  const passUntil = async (dueMs: number) => {
    const leftMs = dueMs - timers.elapsedMs()
    if (leftMs <= 0) return
    if (isMining) await pass(leftMs)
    else {
      // Nothing is mined; the chain catches up with the next block.
      carriedMs += leftMs
      clock.moveWallMs(leftMs)
    }
    timers.elapse(leftMs)
  }
  const faultPorts: FaultPorts = {
    seed: options.seed,
    firstBlock,
    timers,
    passUntil: (dueMs: number) => gate.through(() => passUntil(dueMs)),
  }
  const agentRpc = withFaults(withGate(agentNode.rpc, gate), faultPorts)
  const agentPort = boundRequests(agentRpc, clock)
  const agentClient = createReadClient(agentPort, book.chainId)
  const oracleRpc = withGate(chain.oracleRpc, gate)
  const secondRpc = withFaults(withFirewall(oracleRpc), faultPorts)
  const secondPort = boundRequests(secondRpc, clock)
  const secondClient = createReadClient(secondPort, book.chainId)
  const oracleClient = createReadClient(chain.oracleRpc, book.chainId)
  const frozenFeeds = new Set<Address>()
  let carriedMs = 0
  let passedMs = 0
  let nextLookMs = 0
  let isMining = true
  let baseFeeWei = options.baseFeeWei
  let secondProviderMode = options.secondProvider
  let armed: Trade | undefined
  let drawnOrders = 0
  let marked: Hex | undefined
  let seenHead = fork.headTimestampSeconds()

  const tokens = [...book.tokens.map((token) => token.address), NATIVE_TOKEN]
  const oracle = createOracle({
    client: oracleClient,
    book,
    watch: tokens.map((token) => ({ token, account: cage })),
  })
  const observer: Observer = createObserver({
    oracle,
    book,
    cage,
    headChanged() {
      const head = fork.headTimestampSeconds()
      const changed = head !== seenHead
      seenHead = head
      return changed
    },
  })

  const mineBlock = async (timestampSeconds?: bigint) => {
    const before = fork.headTimestampSeconds()
    await fork.mine(timestampSeconds)
    clock.moveWallMs(Number(fork.headTimestampSeconds() - before) * 1_000)
  }
  const holding = async ({ actor, tokenOut: token }: Trade) => {
    const [balance = 0n] = await oracle.readBalancesOf([{ token, account: ACTORS[actor].address }])
    return balance
  }
  let backRun: (Trade & { readonly before: bigint }) | undefined
  const sellBack = async () => {
    if (backRun === undefined) return
    const { actor, tokenIn, tokenOut, before } = backRun
    const amountIn = (await holding(backRun)) - before
    backRun = undefined
    await trade({ actor, tokenIn: tokenOut, tokenOut: tokenIn, amountIn })
  }
  const createBroadcaster = (rpc: Pick<RpcClient, 'request'>, client: PublicClient): Broadcaster => ({
    async send(signed) {
      const sandwich = armed
      armed = undefined
      const before = sandwich && (await gate.through(() => holding(sandwich)))
      if (sandwich) await gate.through(() => trade(sandwich))
      const hash = await rpc.request<Hex>('eth_sendRawTransaction', [signed])
      if (sandwich) backRun = { ...sandwich, before: before ?? 0n }
      return hash
    },
    isKnown: async (hash) => (await rpc.request('eth_getTransactionByHash', [hash])) !== null,
    async waitForReceipt(hash) {
      if (!isMining) throw new Error('no block came')
      await gate.through(() => mineBlock())
      await gate.through(sellBack)
      return client.getTransactionReceipt({ hash })
    },
  })
  const sendAs = async (from: Address, to: Address | undefined, data: Hex, valueWei = 0n) => {
    const request = {
      from,
      to,
      data,
      value: numberToHex(valueWei),
      gas: TRANSACTION_GAS,
      gasPrice: numberToHex(baseFeeWei),
    }
    return fork.rpc.request<Hex>('eth_sendTransaction', [request]).catch((cause: unknown) => {
      if (!(cause instanceof RpcError)) throw cause
      throw new HarnessError('STEP_IMPOSSIBLE', 'the node does not take the transaction of this step', {
        where: from,
        expected: 'an account that can pay for it',
        found: cause.message,
        hint: 'give the account what it lacks before, or choose a smaller amount or base fee',
        cause,
      })
    })
  }
  const mineAndCheck = async (hashes: readonly Hex[], what: string) => {
    await mineBlock()
    observer.invalidate()
    const receipts: { status: Hex; contractAddress: Address | null }[] = []
    for (const hash of hashes) {
      const receipt = await fork.rpc.request<(typeof receipts)[0] | null>('eth_getTransactionReceipt', [hash])
      if (receipt?.status !== '0x1') {
        throw new HarnessError('STEP_IMPOSSIBLE', `${what} failed on chain`, {
          expected: 'status 0x1',
          found: receipt?.status ?? 'not mined',
          hint: 'check the amounts and actors of this step',
        })
      }
      receipts.push(receipt)
    }
    return receipts
  }
  const publish = async (feed: Address, answer: bigint, updatedAtSeconds: bigint) =>
    sendAs(
      ACTORS.deployer.address,
      feed,
      encodeFunctionData({ abi: feedAbi, functionName: 'setAnswer', args: [answer, updatedAtSeconds] }),
    )
  const refreshFeeds = async (atSeconds: bigint) => {
    for (const feed of book.tokens.flatMap((token) => [token.feed, token.secondaryFeed])) {
      if (feed === undefined || !feed.isModel || frozenFeeds.has(feed.address)) continue
      const answer = await oracleClient.readContract({
        address: feed.address,
        abi: feedAbi,
        functionName: 'latestAnswer',
      })
      await publish(feed.address, answer, atSeconds)
    }
  }

  const pass = async (ms: number, hasHeartbeat = ms >= FEED_HEARTBEAT_MS) => {
    carriedMs += ms
    passedMs += ms
    const seconds = Math.floor(carriedMs / 1_000)
    carriedMs -= seconds * 1_000
    if (seconds > 0) {
      const at = fork.headTimestampSeconds() + BigInt(seconds)
      if (hasHeartbeat) await refreshFeeds(at)
      await fork.mine(at)
    }
    clock.moveWallMs(ms)
    observer.invalidate()
  }
  /** Whether the guardian finds something to show when it looks. */
  const isAboveMark = async () => {
    const read = (functionName: 'valuePerShare' | 'highWaterMark') =>
      oracleClient.readContract({ address: cage, abi: policyCageAbi, functionName })
    const [value, mark] = await Promise.all([read('valuePerShare').catch(() => 0n), read('highWaterMark')])
    return mark > 0n && value > mark
  }
  /** Let the guardian look, as it does by a timer of its own elsewhere; whether it sent something. */
  const lookNow = async () => {
    if (!(await guarded.look())) return false
    const before = fork.headTimestampSeconds()
    await mineBlock()
    passedMs += Number(fork.headTimestampSeconds() - before) * 1_000
    return true
  }
  const advance = async (ms: number) => {
    const endMs = passedMs + ms
    const hasHeartbeat = ms >= FEED_HEARTBEAT_MS
    for (let looks = 0; looks < LOOKS_OF_A_TRIAL && endMs > nextLookMs; looks += 1) {
      if (!(await isAboveMark())) break
      await pass(Math.max(nextLookMs - passedMs, 0), hasHeartbeat)
      nextLookMs = passedMs + LOOK_EVERY_MS
      if (!(await lookNow())) break
    }
    await pass(Math.max(endMs - passedMs, 0), hasHeartbeat)
    nextLookMs = Math.max(nextLookMs, passedMs)
  }
  const setFeeds = async (answers: readonly FeedAnswer[], ageSeconds?: number) => {
    const updatedAt = fork.headTimestampSeconds() + 1n - BigInt(ageSeconds ?? 0)
    const hashes: Hex[] = []
    for (const { feed, answer } of answers) {
      if (ageSeconds !== undefined) frozenFeeds.add(feed)
      hashes.push(await publish(feed, answer, updatedAt))
    }
    await mineAndCheck(hashes, 'setting a price')
  }

  const trade = async ({ actor, tokenIn, tokenOut, amountIn }: Trade) => {
    const uniswap = UNISWAP_V3.find(book)
    if (uniswap === undefined)
      throw new HarnessError('CHAIN_MISMATCH', 'no Uniswap V3 here', { hint: 'use another world' })
    const from = ACTORS[actor].address
    let fee: number | undefined
    for (const tier of FEE_TIERS) {
      const pool = await oracleClient.readContract({
        address: uniswap.factory,
        abi: factoryAbi,
        functionName: 'getPool',
        args: [tokenIn, tokenOut, tier],
      })
      if (BigInt(pool) !== 0n) {
        fee = tier
        break
      }
    }
    if (fee === undefined) {
      throw new HarnessError('STEP_IMPOSSIBLE', 'no pool for this trade', {
        where: `${tokenIn} → ${tokenOut}`,
        hint: 'trade a pair that has a pool in this world',
      })
    }
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [uniswap.swapRouter, amountIn],
    })
    const swap = encodeFunctionData({
      abi: routerAbi,
      functionName: 'exactInputSingle',
      args: [
        { tokenIn, tokenOut, fee, recipient: from, amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
      ],
    })
    const hashes = [await sendAs(from, tokenIn, approve), await sendAs(from, uniswap.swapRouter, swap)]
    await mineAndCheck(hashes, 'the trade')
  }
  if (options.baseFeeWei > 0n) {
    fork.setBaseFeeWei(options.baseFeeWei)
    await mineBlock()
  }
  const localExecutor = createControlExecutor({
    book,
    fork,
    client: oracleClient,
    advance,
    mine: mineBlock,
    setFeeds,
    async sendAndMine(from, to, data, what) {
      const [receipt] = await mineAndCheck([await sendAs(from, to, data)], what)
      return receipt?.contractAddress ?? null
    },
    invalidate: observer.invalidate,
  })
  const movePools = async (token: Address, usd: bigint, usdDecimals: number) => {
    for (const move of await planPoolMoves({ client: oracleClient, book, token, usd, usdDecimals })) {
      await localExecutor(move)
    }
  }
  const guardianRpc = withFaults(chain.guardians.connectNode(fork.ipcPath), {
    ...faultPorts,
    timers: {
      ...timers,
      // The agent waits for the guardian, which waits for its node: no answer comes before the agent's time is up.
      beginWait() {
        timers.expireNext()
        return () => undefined
      },
    },
    // The agent's turn lasts until the guardian has answered.
    passUntil,
  })
  const guarded = createScenarioGuardian({
    mode: options.guardian,
    host: chain.guardians,
    nodeRpc: guardianRpc,
    setup: {
      policy: options.policy,
      book,
      account: cage,
      operator: options.operator,
      nodePath: fork.ipcPath,
      privateKey: ACTORS.guardian.privateKey,
    },
    strangerKey: ACTORS.stranger.privateKey,
    ...timers,
  })
  const nodes: Readonly<Record<RpcEndpoint, FaultyRpc>> = {
    agent: agentRpc,
    second: secondRpc,
    guardian: guardianRpc,
  }
  const reader = createChainReader(agentClient, book.chainId, { isProbeDeployed: true })
  const { operator } = options
  const secondReader = createChainReader(secondClient, book.chainId, { isProbeDeployed: true })
  const sessionOptions: SessionOptions = {
    book,
    chain: reader,
    broadcaster: createBroadcaster(agentPort, agentClient),
    alternate: {
      chain: secondReader,
      broadcaster: createBroadcaster(secondPort, secondClient),
    },
    clock,
    policy: options.policy,
    profile: options.profile,
    ...(options.protocols ? { protocols: options.protocols } : {}),
    phase: options.phase,
    guardian: guarded.guardian && {
      review: (request) => gate.through(() => (guarded.guardian as EmergencyGuardian).review(request)),
      pause: (request) => gate.through(() => (guarded.guardian as EmergencyGuardian).pause(request)),
    },
    secondProvider: createSecondProvider(secondReader, () => secondProviderMode),
    signing: await openSessionSigner({
      mode: options.signer,
      operator,
      chainId: book.chainId,
      chain: reader,
      clock,
      onHang() {
        const end = timers.beginWait('the signer')
        // Time goes on until nobody waits for it any more.
        timers.setTimer(SIGN_TIMEOUT_MS + 1, end)
      },
      ...(options.onSigning ? { onSigning: options.onSigning } : {}),
    }),
    ...(options.forgery ? { forgery: options.forgery } : {}),
    storePath: options.storePath,
    ...(options.checkpointSink ? { checkpointSink: withGatedSink(options.checkpointSink, gate) } : {}),
    disk,
    seed: options.seed,
    account: cage,
    ...(options.untrustedTools ? { untrustedTools: options.untrustedTools } : {}),
    ...(options.catalogue ? { catalogue: options.catalogue } : {}),
    ...(options.strategy === undefined ? {} : { strategy: options.strategy }),
    ...(options.secrets ? { secrets: options.secrets } : {}),
    operator,
    localExecutor,
    onEvent: observer.onEvent,
    onCommitted: observer.onCommitted,
  }
  let session = createSession(sessionOptions)
  let actingAgent: AgentName = 'first'
  const agents = new Map<AgentName, Session>([[actingAgent, session]])
  const attempt = async (body: () => Promise<Json>): Promise<{ error?: ToolError; details?: Json }> => {
    try {
      return { details: await body() }
    } catch (cause) {
      return { error: toToolError('tool', cause) }
    }
  }

  let approvals = 0n
  let lastApproval: Json | undefined
  const approve = async (tool: string, params: Json, mode: ApprovalMode): Promise<Json | undefined> => {
    if (mode === 'missing') return undefined
    if (mode === 'again') return lastApproval
    approvals += 1n
    const message = await session.agent.stack.describeApproval(tool, params, {
      nonce: approvals,
      deadlineSeconds: fork.headTimestampSeconds() + APPROVAL_SECONDS,
    })
    lastApproval = await signApproval(message, mode, options.policy)
    return lastApproval
  }

  /** The agent's transactions in the newest blocks, in the order of their nonces. */
  const listDropped = async (depth: number): Promise<readonly Hex[]> => {
    const head = await oracleClient.getBlockNumber()
    const numbers = Array.from({ length: depth }, (_, index) => head - BigInt(depth - 1 - index))
    const blocks = await Promise.all(numbers.map((blockNumber) => oracleClient.getBlock({ blockNumber })))
    const hashes = new Set<Hex>(blocks.flatMap(({ transactions }) => transactions))
    return session.store
      .listPermits()
      .sort((a, b) => a.nonce - b.nonce)
      .flatMap(({ permitId }) => session.store.listTransactions(permitId))
      .flatMap(({ hash, raw }) => (hashes.has(hash) ? [raw] : []))
  }

  let isDown = false
  let damages: StoreDamage[] = []
  const storeFiles = (): StoreFiles => {
    const { storePath, checkpointPath } = options
    if (checkpointPath !== undefined) return { storePath, checkpointPath }
    throw new HarnessError('STEP_IMPOSSIBLE', 'a store in memory has no files', { hint: 'write store: file' })
  }

  const stage: Stage = {
    book,
    cage,
    clock,
    oracle,
    get agent() {
      return session.agent
    },
    get session() {
      return session
    },
    guardian: sessionOptions.guardian,
    stuck: stuck.promise,
    waitedMs: timers.elapsedMs,
    call(piTool, args) {
      return observer.observe(async () => {
        const outcome = await session.agent.call(piTool, args)
        return outcome.isError ? { error: outcome.error } : { details: outcome.details }
      })
    },
    previewTool: (tool, params, claims, approval = 'missing') =>
      observer.observe(() =>
        attempt(async () => {
          const { stack } = session.agent
          const given = await approve(tool, params, approval)
          const permit = await stack.previewTool(tool, params, `tool:${tool}`, claims, undefined, given)
          return {
            ...(permit.result as object),
            permitId: permit.permitId,
            spend: describeSpend(permit.spend),
          } as Json
        }),
      ),
    changeSafety: (tool, params, approval = 'missing') =>
      observer.observe(() =>
        attempt(async () => session.agent.stack.change(tool, params, await approve(tool, params, approval))),
      ),
    runTool(tool, params) {
      const { stack } = session.agent
      const isControl = stack.profile.tools.some(
        (candidate) => candidate.name === tool && candidate.capability === 'control',
      )
      return observer.observe(
        () =>
          attempt(() =>
            isControl ? stack.control(tool, params) : stack.read(tool, params).then(({ data }) => data),
          ),
        { mayChange: isControl },
      )
    },
    advance,
    async mine(count) {
      for (let block = 0; block < count; block += 1) await mineBlock()
      observer.invalidate()
    },
    setFeeds,
    trade: (actor, tokenIn, tokenOut, amountIn) => trade({ actor, tokenIn, tokenOut, amountIn }),
    sandwich(next) {
      armed = next
    },
    movePools,
    async moveChainClock(seconds) {
      await fork.advance(seconds)
      observer.invalidate()
    },
    async transfer(from, to, token, amount) {
      const hash =
        token === NATIVE_TOKEN
          ? await sendAs(from, to, '0x', amount)
          : await sendAs(
              from,
              token,
              encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
            )
      await mineAndCheck([hash], 'the transfer')
    },
    async actAs(actor, calls, isLastRefused) {
      const ends: { readonly status: 'mined' | 'reverted' }[] = []
      const observation = await observer.observe(
        async () => {
          for (const { from = ACTORS[actor].address, to, data, valueWei } of calls) {
            const hash = await sendAs(from, to, data, valueWei)
            await mineBlock()
            const { status } = await oracleClient.getTransactionReceipt({ hash })
            ends.push({ status: status === 'success' ? 'mined' : 'reverted' })
          }
          return { details: { ends } }
        },
        { mayChange: true },
      )
      const contradictions = ends.flatMap(({ status }, index) => {
        const isLast = index === ends.length - 1
        if (isLastRefused === undefined) return []
        const expected = isLast && isLastRefused ? 'reverted' : 'mined'
        const subject = `call ${index + 1} of ${actor}`
        return status === expected ? [] : [{ law: 'outsider.call', subject, expected, found: status }]
      })
      return { ...observation, contradictions: [...observation.contradictions, ...contradictions] }
    },
    async setCode(address, code) {
      await fork.rpc.request('anvil_setCode', [address, code])
      observer.invalidate()
    },
    async setStorage(address, slot, word) {
      await fork.rpc.request('anvil_setStorageAt', [address, slot, word])
      observer.invalidate()
    },
    async observePhase(phase) {
      const chainSeconds = Number(fork.headTimestampSeconds())
      const { safety } = session.agent
      safety.phases.observe(phase, { wallMs: clock.wallMs(), chainSeconds })
      await safety.seal()
    },
    async lieAboutFeeds(answers) {
      for (const { feed, answer } of answers) {
        const round = await oracleClient.readContract({
          address: feed,
          abi: feedAbi,
          functionName: 'latestRound',
        })
        agentNode.lieAbout(feed, {
          stateDiff: { [slotOfRound(round)]: numberToHex(answer, { size: 32, signed: true }) },
        })
      }
    },
    async lieAboutCode(address) {
      const code = await oracleClient.getCode({ address })
      agentNode.lieAbout(address, { code: code ?? '0x' })
    },
    async lieAboutBalance(token, amountBaseUnits) {
      agentNode.lieAbout(token, {
        stateDiff: {
          [await findBalanceSlot(chain.oracleRpc, token, cage)]: numberToHex(amountBaseUnits, { size: 32 }),
        },
      })
    },
    lieInAnswers: agentNode.lie,
    async observeVitality(vitalityBps) {
      const { safety } = session.agent
      if (vitalityBps === 'read') {
        await safety.observeVitality()
        return
      }
      const phase =
        vitalityBps === 'unknown' ? undefined : phaseOfVitality(vitalityBps, options.policy.vitality)
      const chainSeconds = Number(fork.headTimestampSeconds())
      safety.phases.observe(phase, { wallMs: clock.wallMs(), chainSeconds })
      await safety.seal()
    },
    setMining(isOn) {
      isMining = isOn
    },
    async setBaseFee(wei) {
      baseFeeWei = wei
      fork.setBaseFeeWei(wei)
      await mineBlock()
      observer.invalidate()
    },
    injectFault(fault, endpoint) {
      nodes[endpoint].inject(fault)
    },
    failUpstream(fault) {
      if (chain.upstream === undefined) {
        throw new HarnessError('STEP_IMPOSSIBLE', "this world's origin is somebody else's", {
          hint: 'leave --rpc-url out to use the embedded origin',
        })
      }
      chain.upstream.inject(fault, { onHang: timers.expireNext, onDelay: timers.elapse })
    },
    disk,
    heal() {
      agentNode.tellTruth()
      for (const node of Object.values(nodes)) node.heal()
      chain.upstream?.heal()
      disk.heal()
    },
    async changeToken(token, traits) {
      await changeHostileToken(fork, token, traits)
      observer.invalidate()
    },
    setSecondProvider(mode) {
      if (secondProviderMode === 'off') {
        throw new HarnessError('STEP_IMPOSSIBLE', 'there is no second provider', {
          hint: 'start with secondProvider: agrees',
        })
      }
      secondProviderMode = mode
    },
    setGuardian: guarded.setMode,
    async together(bodies, order, mayChange) {
      drawnOrders += 1
      const pick = createPick(order ?? `${options.seed} ${drawnOrders}`)
      let results: Awaited<ReturnType<typeof gate.runTogether>> = []
      const observation = await observer.observe(async () => {
        results = await gate.runTogether<unknown>(bodies, pick)
        return {}
      }, mayChange)
      return { results: results as never, observation }
    },
    async dropPending() {
      await fork.rpc.request('anvil_dropAllTransactions')
    },
    async mark() {
      marked = await fork.rpc.request<Hex>('evm_snapshot')
    },
    async reorg(depth, ahead) {
      if (depth !== undefined) {
        const dropped = await listDropped(depth)
        await fork.rollback(depth)
        await fork.advance(2n)
        if (ahead !== undefined) {
          await trade(ahead)
          for (const raw of dropped) await fork.rpc.request('eth_sendRawTransaction', [raw])
          if (dropped.length > 0) await mineBlock()
        }
        observer.invalidate()
        return
      }
      const isReverted = marked !== undefined && (await fork.rpc.request<boolean>('evm_revert', [marked]))
      if (!isReverted) {
        throw new HarnessError('STEP_IMPOSSIBLE', 'there is no mark to go back to', {
          hint: 'mark a block before each reorg',
        })
      }
      marked = undefined
      await fork.rpc.request('anvil_dropAllTransactions')
      await fork.resync()
      // A chain that was reorganised goes on in a block of its own.
      await fork.advance(2n)
      observer.invalidate()
    },
    async include(permitId) {
      const raw = session.store.listTransactions(permitId).at(-1)?.raw
      await fork.rpc.request('eth_sendRawTransaction', [raw])
      await mineBlock()
      observer.invalidate()
    },
    recover: () =>
      observer.observe(() => attempt(async () => toJson(await session.agent.safety.recover())), {
        mayChange: true,
      }),
    reconcile: () =>
      observer.observe(() => attempt(async () => toJson(await session.agent.stack.reconcile())), {
        mayChange: true,
      }),
    restart: () =>
      observer.observe(async () => {
        const pending = damages
        damages = []
        try {
          session = session.restart(() => {
            for (const damage of pending) damageStore(damage, storeFiles())
          })
          agents.set(actingAgent, session)
          isDown = false
          return {}
        } catch (cause) {
          const error = toStoreError(cause)
          isDown = true
          return { error }
        }
      }),
    useAgent: (name, sharesStore) =>
      observer.observe(async () => {
        let next = agents.get(name)
        if (next === undefined) {
          const { checkpointSink: _, ...own } = sessionOptions
          const storePath = sharesStore ? options.storePath : ':memory:'
          try {
            next = createSession({ ...own, storePath, seed: `${options.seed} ${name}` })
          } catch (cause) {
            return { error: toStoreError(cause) }
          }
          agents.set(name, next)
        }
        session = next
        actingAgent = name
        return {}
      }),
    get hasSeveralAgents() {
      return agents.size > 1
    },
    get isDown() {
      return isDown
    },
    copyStore: () => copyStore(storeFiles()),
    damageStore(damage) {
      if (damage.kind === 'rows' && options.checkpointPath === undefined) damageRows(session.database, damage)
      else {
        storeFiles()
        damages.push(damage)
      }
    },
    takeEvents: observer.takeEvents,
    async finish() {
      guarded.assertPlayed()
      const [head, sheet] = await Promise.all([oracleClient.getBlock(), oracle.readBalances()])
      const stateDigest = createHash('sha256').update(sheet.balances.join(',')).digest('hex')
      return { number: head.number, hash: head.hash, stateDigest }
    },
    async close() {
      guarded.close()
      for (const [name, open] of agents) if (!isDown || name !== actingAgent) await open.close()
    },
  }
  return stage
}

/** The error of a store that is refused; where its file lies is different in every run. */
function toStoreError(cause: unknown): ToolError {
  if (!(cause instanceof ToolError) || !cause.code.startsWith('STORE_')) throw cause
  return new ToolError(cause.code, { ...cause.args, path: 'of the agent' } as never)
}

const withGatedSink = (sink: CheckpointSink, gate: Gate): CheckpointSink => ({
  read: () => gate.through(() => sink.read()),
  append: (line, length) => gate.through(() => sink.append(line, length)),
})
