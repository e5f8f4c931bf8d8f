import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, type TransactionReceipt } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import { formatUsdc } from '../core/amount.ts'
import type { ChainReader, SimulatedCallResult } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import type { Call, TransactionPlan } from '../core/plan.ts'
import { encodeCageExecute } from './cage-executor.ts'
import { explainCallFailure } from './cage-rejection.ts'
import type { Evidence, Head } from './evidence.ts'
import { PAUSE_CALL, PAUSE_GAS, type Pauser } from './guardian-pause.ts'
import type { HaltRoute } from './halt-executor.ts'
import { inTime } from './in-time.ts'
import type { SafetyPolicy } from './policy.ts'
import type { SafetyStore } from './store.ts'
import { valueInUsdcRoundedUp } from './valuation.ts'

/** One thing that a halt does on chain. */
export interface HaltItem {
  readonly item: string
  readonly ok: boolean
  readonly reason?: string
}

/** Authority that is left after a halt; all of it is to be empty. */
export interface ResidualAuthority {
  readonly isPaused: boolean
  readonly allowances: readonly Pair[]
  readonly permit2Allowances: readonly Pair[]
}

/** An allowance by who may take what. */
interface Pair {
  readonly token: Address
  readonly spender: Address
}

/** What a halt came to. */
export interface HaltReport {
  readonly items: readonly HaltItem[]
  /** Who paused the cage just now, `found` when it was paused before; undefined when nobody could. */
  readonly pausedBy?: 'operator' | 'guardian' | 'found'
  /** Undefined when the chain could not be read: nothing is known then. */
  readonly residual: ResidualAuthority | undefined
  /** True when no authority is left; what failed all the same stands among the items. */
  readonly isComplete: boolean
}

/** Plans the sale of an asset for the numeraire over one way to the chain; undefined when there is nothing to sell. */
export type Liquidator = (token: Address, chain: ChainReader) => Promise<TransactionPlan | undefined>

const permit2Abi = parseAbi([
  'struct TokenSpenderPair { address token; address spender; }',
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function lockdown(TokenSpenderPair[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])

const MAX_UINT256 = 2n ** 256n - 1n
const FULL_BPS = 10_000n

/** What a halt is carried out with. */
export interface HaltDeps extends HaltRoute {
  readonly store: SafetyStore
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly clock: Clock
  readonly account: Address
  readonly operator: Address
  /** Pauses the cage when the operator cannot. */
  readonly pauser?: Pauser
  readonly liquidate: Liquidator | undefined
  readonly nextId: () => Hex
  /** Look at a plan at a head, over the halt's own way to the chain. */
  readonly gather: (
    plan: TransactionPlan,
    permitId: Hex,
    deadlineSeconds: bigint,
    head: Head,
  ) => Promise<Evidence>
}

/**
 * Carry out what the latch stands for: pause the cage, by the operator or else its guardian, invalidate both kinds of Permit2 nonces, revoke every
 * allowance item by item, and at last sell what carries risk, at sane prices only.
 *
 * Every step looks at the chain first and does what is still to do, so that it can be repeated at any time; a step
 * that fails is reported and does not keep the others from being done.
 */
export async function carryOutHalt(deps: HaltDeps, outbidWei: bigint): Promise<HaltReport> {
  const { chain, policy, account, operator, executor, store, clock } = deps
  const items: HaltItem[] = []
  const attempt = async (item: string, body: () => Promise<void>) => {
    try {
      await body()
      items.push({ item, ok: true })
    } catch (cause) {
      items.push({ item, ok: false, reason: describe(cause) })
    }
    store.appendAudit('halt-item', items.at(-1))
  }
  const send = async (data: Hex, gasLimit: bigint, item: string) => {
    if (executor === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
    const receipt = await inTime(
      clock,
      executor.send({
        data,
        gasLimit,
        outbidWei,
        onSigned: (raw, hash) => store.appendAudit('halt-signed', { item, raw, hash }),
      }),
      item,
    )
    assertMined(receipt)
  }
  const prepare = async (calls: readonly Call[]) => {
    const head = await inTime(clock, chain.getBlock(), 'the head')
    const deadlineSeconds = head.timestamp + BigInt(policy.permitTtlSeconds)
    const permitId = deps.nextId()
    return { head, deadlineSeconds, permitId, data: encodeCageExecute(calls, deadlineSeconds, permitId) }
  }
  const execute = async (calls: readonly Call[], item: string) => {
    const { data } = await prepare(calls)
    const call = { from: operator, to: account, valueWei: 0n, data }
    const simulation = await inTime(clock, chain.simulate([call], NOTHING), item)
    assertSimulated(simulation.calls[0])
    await send(data, policy.gas.maxGasLimit, item)
  }
  const sell = async (plan: TransactionPlan) => {
    const { head, deadlineSeconds, permitId, data } = await prepare(plan.calls)
    const evidence = await deps.gather(plan, permitId, deadlineSeconds, head)
    if (evidence.guardianDemand) throw new ToolError('GUARDIAN_REQUIRED', { ...evidence.guardianDemand })
    assertSimulated(evidence.simulation?.calls[0])
    assertSanePrices(evidence, policy)
    await send(data, policy.gas.maxGasLimit, 'sell')
  }
  const isPaused = () =>
    inTime(
      clock,
      chain.readContract({ address: account, abi: policyCageAbi, functionName: 'paused' }),
      'the pause',
    )

  let pausedBy: HaltReport['pausedBy']
  await attempt('pause the cage', async () => {
    if (await isPaused().catch(() => false)) {
      pausedBy = 'found'
      return
    }
    await send(PAUSE_CALL, PAUSE_GAS, 'pause')
    pausedBy = 'operator'
  })
  if (pausedBy === undefined) {
    await attempt('let the guardian pause the cage', async () => {
      const by = await pauseByGuardian(deps)
      // A guardian may say what it likes.
      if (!(await isPaused())) throw new Error('the cage is not paused')
      pausedBy = by
    })
  }

  const { permit2 } = deps.book.protocols
  const pairs = policy.assets
    .filter(({ token }) => token !== NATIVE_TOKEN)
    .flatMap(({ token }) => policy.spenders.map((spender) => ({ token, spender })))
  if (permit2 !== undefined) {
    await attempt('invalidate Permit2 nonces and lock its allowances', async () => {
      const granted = await readPermit2(deps, permit2, pairs)
      const calls = [
        ...granted.map(({ token, spender, nonce }) =>
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'invalidateNonces',
            args: [token, spender, nonce + 1],
          }),
        ),
        encodeFunctionData({
          abi: permit2Abi,
          functionName: 'invalidateUnorderedNonces',
          args: [0n, MAX_UINT256],
        }),
        encodeFunctionData({
          abi: permit2Abi,
          functionName: 'lockdown',
          args: [granted.map(({ token, spender }) => ({ token, spender }))],
        }),
      ]
      await execute(
        calls.map((data) => ({ to: permit2, valueWei: 0n, data })),
        'invalidate nonces',
      )
    })
  }

  let open: readonly Pair[] = []
  await attempt('read the allowances', async () => {
    open = await readAllowances(deps, pairs)
  })
  const revoke = ({ token, spender }: Pair) =>
    attempt(`revoke ${token} from ${spender}`, () => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 0n] })
      return execute([{ to: token, valueWei: 0n, data }], 'revoke')
    })
  for (const pair of open) await revoke(pair)

  if (policy.liquidateOnHalt && deps.liquidate !== undefined) {
    // The native coin is sold with its wrapped form.
    for (const asset of policy.assets.filter(({ isStable, token }) => !isStable && token !== NATIVE_TOKEN)) {
      const plan = await deps.liquidate(asset.token, chain).catch((cause: unknown) => describe(cause))
      if (plan === undefined) continue
      await attempt(`sell ${asset.symbol}`, async () => {
        if (typeof plan === 'string') throw new Error(plan)
        await sell(plan)
      })
    }
    // What the sales needed to be allowed is taken back as well.
    for (const pair of await readAllowances(deps, pairs).catch(() => [])) {
      if (!open.includes(pair)) await revoke(pair)
    }
  }

  const residual = await readResidual(deps, pairs, isPaused).catch(() => undefined)
  const isComplete =
    residual?.isPaused === true && residual.allowances.length === 0 && residual.permit2Allowances.length === 0
  store.appendAudit('halt-residual', residual ?? { problem: 'the chain could not be read' })
  return { items, ...(pausedBy ? { pausedBy } : {}), residual, isComplete }
}

/** Ask the guardian to pause the cage with an account of its own, and wait for what it sent. */
async function pauseByGuardian(deps: HaltDeps): Promise<'guardian' | 'found'> {
  const { pauser, policy, account, clock, broadcaster } = deps
  if (pauser === undefined) throw new ToolError('GUARDIAN_UNREACHABLE', { reason: 'there is none' })
  const answer = await pauser.pause({ chainId: policy.chainId, account }).catch((cause: unknown) => {
    throw new ToolError('GUARDIAN_UNREACHABLE', { reason: describe(cause) }, { cause })
  })
  if ('refused' in answer) throw new ToolError('GUARDIAN_REFUSED', { reason: answer.refused })
  if ('alreadyPaused' in answer) return 'found'
  assertMined(await inTime(clock, broadcaster.waitForReceipt(answer.sent), "the guardian's pause"))
  return 'guardian'
}

function assertMined({ status, transactionHash }: TransactionReceipt): void {
  if (status === 'success') return
  throw new ToolError('TRANSACTION_REVERTED', { hash: transactionHash, reason: 'see its trace' })
}

function assertSimulated(simulated: SimulatedCallResult | undefined): void {
  if (!simulated?.ok) throw new Error(explainCallFailure(simulated?.returnData ?? '0x'))
}

const NOTHING = { balances: [], allowances: [], codeHashes: [], feeds: [] }

async function readAllowances({ chain, account, clock }: HaltDeps, pairs: readonly Pair[]) {
  const allowances = pairs.map(({ token, spender }) => ({ token, owner: account, spender }))
  const state = await inTime(clock, chain.readState({ ...NOTHING, allowances }), 'the allowances')
  // An allowance that cannot be read may be there.
  return pairs.filter((_, index) => state.allowances[index] !== 0n)
}

async function readPermit2(
  { chain, account, clock, book }: HaltDeps,
  permit2: Address,
  pairs: readonly Pair[],
) {
  const { multicall3 } = book.protocols
  const read = ({ token, spender }: Pair) =>
    ({
      address: permit2,
      abi: permit2Abi,
      functionName: 'allowance',
      args: [account, token, spender],
    }) as const
  const answers = multicall3
    ? chain.multicall({
        multicallAddress: multicall3,
        allowFailure: false,
        contracts: pairs.map(read),
      })
    : Promise.all(pairs.map((pair) => chain.readContract(read(pair))))
  const allowances = await inTime(clock, answers, 'the allowances of Permit2')
  return pairs.flatMap((pair, index) => {
    const [amountBaseUnits = 1n, , nonce = 0] = allowances[index] ?? []
    return amountBaseUnits === 0n ? [] : [{ ...pair, nonce }]
  })
}

async function readResidual(
  deps: HaltDeps,
  pairs: readonly Pair[],
  isPaused: () => Promise<boolean>,
): Promise<ResidualAuthority> {
  const { permit2 } = deps.book.protocols
  const [paused, allowances, permit2Allowances] = await Promise.all([
    isPaused(),
    readAllowances(deps, pairs),
    permit2 === undefined ? [] : readPermit2(deps, permit2, pairs),
  ])
  return { isPaused: paused, allowances, permit2Allowances }
}

/** Deny a sale below what fresh prices say it must bring. */
function assertSanePrices(evidence: Evidence, policy: SafetyPolicy): void {
  let outUsdc = 0n
  let inUsdc = 0n
  for (const { token, before, after } of evidence.balances) {
    if (before === after) continue
    const asset = policy.assets.find((candidate) => candidate.token === token)
    const { problem, highest, lowest } = evidence.prices.of(token)
    if (asset === undefined || highest === undefined || lowest === undefined || problem !== undefined) {
      throw new Error(`the price of ${asset?.symbol ?? token} is ${problem?.kind ?? 'missing'}`)
    }
    if (after < before) outUsdc += valueInUsdcRoundedUp(before - after, asset, highest)
    else inUsdc += valueInUsdcRoundedUp(after - before, asset, lowest)
  }
  const least = (outUsdc * (FULL_BPS - BigInt(policy.maxLiquidationLossBps))) / FULL_BPS
  if (inUsdc < least)
    throw new Error(`it would bring ${formatUsdc(inUsdc)}, at least ${formatUsdc(least)} is sane`)
}

const describe = (cause: unknown) =>
  cause instanceof ToolError ? cause.shortMessage : cause instanceof Error ? cause.message : String(cause)
