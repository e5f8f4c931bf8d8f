import { type Address, encodeFunctionData, erc20Abi, type Hex, isAddressEqual, parseAbi } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { formatUsdc } from '../../core/amount.ts'
import type { ChainReader, SimulatedCallResult } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { inTime } from '../../core/in-time.ts'
import type { Call, TransactionPlan } from '../../core/plan.ts'
import { encodeCageExecute } from '../custody/cage-executor.ts'
import {
  disarmFees,
  type HaltRoute,
  readHaltNonce,
  sendForHalt,
  waitForHalt,
} from '../custody/send-for-halt.ts'
import type { TransactionSigner } from '../custody/signers/transaction-signer.ts'
import { explainCallFailure } from '../evidence/cage-rejection.ts'
import type { Evidence, Head } from '../evidence/evidence.ts'
import { valueInUsdcRoundedUp } from '../evidence/valuation.ts'
import { askGuardian } from '../guardian/ask-guardian.ts'
import type { Guardian } from '../guardian/guardian.ts'
import type { AssetRule, SafetyPolicy } from '../policy/policy.ts'
import type { HaltItem, Residual } from './halt-report.ts'
import { type Left, type Permit2Pair, type ResidualDeps, readResidual } from './halt-residual.ts'

/** Plans the sale of an asset for the numeraire over one way to the chain; undefined when there is nothing to sell. */
export type Liquidator = (token: Address, chain: ChainReader) => Promise<TransactionPlan | undefined>

/** Plans to take everything out of a position of liquidity and to end it, over one way to the chain. */
export type Unwinder = (positionId: string, chain: ChainReader) => Promise<TransactionPlan>

const permit2Abi = parseAbi([
  'struct TokenSpenderPair { address token; address spender; }',
  'function lockdown(TokenSpenderPair[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])

const MAX_UINT256 = 2n ** 256n - 1n

const FULL_BPS = 10_000n

/** What was done against what is left, and what still is. */
export interface Disarmed {
  readonly items: readonly HaltItem[]
  readonly residual: Omit<Residual, 'isPaused'>
}

/** What a halt takes authority back with, over one way to the chain. */
export interface HaltDeps extends HaltRoute, Omit<ResidualDeps, 'chain' | 'clock'> {
  readonly clock: Clock
  readonly events: EventBus
  /** Signs for the operator; undefined when nobody can. */
  readonly signer: TransactionSigner | undefined
  readonly liquidate: Liquidator | undefined
  readonly unwind: Unwinder | undefined
  /** Signs what the cage does not take without it. */
  readonly guardian?: Guardian
  /** Whether positions may be unwound and what carries risk sold: the owner's or the guardian's word, never the model's. */
  readonly maySell: boolean
  readonly nextId: () => Hex
  /** Told of what is done. Never throws. */
  readonly note: (kind: string, body: unknown) => void
  /** Look at a plan at a head, over the halt's own way to the chain. */
  readonly gather: (
    plan: TransactionPlan,
    permitId: Hex,
    deadlineSeconds: bigint,
    head: Head,
  ) => Promise<Evidence>
}

/** Gas headroom over the simulated use: half again plus a fixed part for storage that turns cold. */
const withHeadroom = (gasUsed: bigint) => (gasUsed * 3n) / 2n + 50_000n

/**
 * Carry out what follows the pause: end every signature and every allowance that was ever given, item by item, and, where
 * owner or guardian says so, unwind positions and sell at sane prices what carries risk.
 *
 * What is to be done is read from the chain, so that it can be repeated at any time and sends nothing that changes
 * nothing; a step that fails is reported and does not keep the others from being done.
 */
export async function disarm(deps: HaltDeps): Promise<Disarmed> {
  const { chain, policy, account, operator, clock, events, note } = deps
  let { signer } = deps
  const items: HaltItem[] = []
  const attempt = async (item: string, body: () => Promise<void>) => {
    try {
      await body()
      items.push({ item, ok: true })
    } catch (cause) {
      // A signer that does not answer is not asked again: every step would wait for it.
      if (cause instanceof ToolError && cause.code === 'SIGNER_TIMED_OUT') signer = undefined
      items.push({ item, ok: false, reason: describeCause(cause) })
    }
  }
  const send = async (to: Address, data: Hex, gasUsed: bigint, item: string) => {
    if (signer === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
    const nonce = await inTime(clock, readHaltNonce(deps, signer.address), 'the nonce')
    const wanted = withHeadroom(gasUsed)
    const hash = await sendForHalt(
      { chainId: policy.chainId, signer, clock, broadcasters: [deps.broadcaster] },
      {
        to,
        data,
        gasLimit: wanted < policy.gas.maxGasLimit ? wanted : policy.gas.maxGasLimit,
        nonce,
        fees: disarmFees(policy),
        onSigned(raw, signed) {
          note('halt-signed', { item, raw, hash: signed })
          events.emit({ kind: 'tx:sent', hash: signed, nonce })
        },
      },
    )
    await waitForHalt(deps, hash, deps)
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
    await send(account, data, gasOf(simulation.calls[0]), item)
  }
  const carryOut = async (
    plan: TransactionPlan,
    item: string,
    judge: (evidence: Evidence, policy: SafetyPolicy) => void,
  ) => {
    const { head, deadlineSeconds, permitId, data } = await prepare(plan.calls)
    const evidence = await deps.gather(plan, permitId, deadlineSeconds, head)
    const gasUsed = gasOf(evidence.simulation?.calls[0])
    judge(evidence, policy)
    const { guardianDemand } = evidence
    if (guardianDemand === undefined) return send(account, data, gasUsed, item)
    const { maxGasLimit: gasLimit, maxFeePerGasWei } = policy.gas
    const { chainId } = policy
    const bytes = {
      chainId,
      account,
      permitId,
      calls: plan.calls,
      deadlineSeconds,
      gasLimit,
      maxFeePerGasWei,
    }
    // Above the hot lane of the cage a sale takes the guardian's signature, by its own prices.
    const signature = await askGuardian(bytes, guardianDemand, deps)
    const signed = encodeCageExecute(plan.calls, deadlineSeconds, permitId, signature)
    await send(account, signed, gasUsed, item)
  }

  /** Let an account call: the cage through its operator, the operator itself in person. */
  const callAs = async (owner: Address, calls: readonly Call[], item: string) => {
    if (isAddressEqual(owner, account)) return execute(calls, item)
    for (const call of calls) {
      const simulation = await inTime(clock, chain.simulate([{ from: operator, ...call }], NOTHING), item)
      await send(call.to, call.data, gasOf(simulation.calls[0]), item)
    }
  }
  const takeBack = async (left: Left) => {
    const permit2 = deps.book.protocols.permit2?.permit2
    const items: (readonly [string, Address, readonly Call[]])[] = left.signatures
      .filter(({ cancel }) => cancel.length > 0)
      .map(({ permitId, cancel }) => [`end the signature of ${permitId}`, operator, cancel])
    for (const owner of [account, operator]) {
      const granted = left.permit2Allowances.filter((pair) => isAddressEqual(pair.owner, owner))
      if (permit2 === undefined || granted.length === 0) continue
      const item = 'invalidate Permit2 nonces and lock its allowances'
      items.push([item, owner, lockPermit2(permit2, granted)])
    }
    if (permit2 !== undefined) {
      await attempt('use up the unordered nonces of Permit2', async () => {
        const args = [account, 0n] as const
        const found = chain.readContract({
          address: permit2,
          abi: permit2Abi,
          functionName: 'nonceBitmap',
          args,
        })
        if ((await inTime(clock, found, 'the nonces of Permit2')) === MAX_UINT256) return
        const data = encodeFunctionData({
          abi: permit2Abi,
          functionName: 'invalidateUnorderedNonces',
          args: [0n, MAX_UINT256],
        })
        await execute([{ to: permit2, valueWei: 0n, data }], 'use up nonces')
      })
    }
    for (const { token, spender, owner } of left.allowances) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 0n] })
      items.push([`revoke ${token} from ${spender}`, owner, [{ to: token, valueWei: 0n, data }]])
    }
    for (const [item, owner, calls] of items) await attempt(item, () => callAs(owner, calls, item))
  }
  const sell = async (asset: AssetRule) => {
    const plan = await deps.liquidate?.(asset.token, chain).catch(describeCause)
    if (plan === undefined) return
    await attempt(`sell ${asset.symbol}`, async () => {
      if (typeof plan === 'string') throw new Error(plan)
      await carryOut(plan, 'sell', assertSanePrices)
    })
  }

  const unwind = (positionId: string) =>
    attempt(`unwind position ${positionId}`, async () => {
      if (deps.unwind === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
      const plan = await inTime(clock, deps.unwind(positionId, chain), 'the plan')
      await carryOut(plan, 'unwind', assertNothingLeaves)
    })

  const left = await readResidual(deps)
  await takeBack(left)
  if (deps.maySell) {
    // What comes out of them is sold with the rest.
    for (const exposure of left.exposures) {
      if ('positionId' in exposure) await unwind(exposure.positionId)
    }
    // The native coin is sold with its wrapped form.
    const risky = policy.assets.filter(({ isStable, token }) => !isStable && token !== NATIVE_TOKEN)
    for (const asset of risky) await sell(asset)
    // What the sales needed to be allowed is taken back as well.
    await takeBack(await readResidual(deps))
  }
  return { items, residual: describeLeft(await readResidual(deps)) }
}

/** What is left, without what only a halt needs to know of it. */
function describeLeft({ permit2Allowances, signatures, ...left }: Left): Omit<Residual, 'isPaused'> {
  return {
    ...left,
    permit2Allowances: permit2Allowances.map(({ token, spender, owner }) => ({ token, spender, owner })),
    signatures: signatures.map(({ cancel: _, ...signature }) => signature),
  }
}

/** Lockdown leaves nonces as they are, so that what was signed could grant the same again. */
function lockPermit2(permit2: Address, granted: readonly Permit2Pair[]): readonly Call[] {
  const invalidations = granted.map(({ token, spender, nonce }) =>
    encodeFunctionData({
      abi: permit2Abi,
      functionName: 'invalidateNonces',
      args: [token, spender, nonce + 1],
    }),
  )
  const lockdown = encodeFunctionData({
    abi: permit2Abi,
    functionName: 'lockdown',
    args: [granted.map(({ token, spender }) => ({ token, spender }))],
  })
  return [...invalidations, lockdown].map((data) => ({ to: permit2, valueWei: 0n, data }))
}

function gasOf(simulated: SimulatedCallResult | undefined): bigint {
  if (!simulated?.ok) throw new Error(explainCallFailure(simulated?.returnData ?? '0x'))
  return simulated.gasUsed
}

const NOTHING = { balances: [], allowances: [], codeHashes: [], feeds: [] }

/** Deny what takes anything out: an exit brings back what a position holds, at whatever price its pool stands. */
function assertNothingLeaves({ balances }: Evidence): void {
  const leaving = balances.find(({ before, after }) => after < before)
  if (leaving) throw new Error(`it would take ${leaving.before - leaving.after} of ${leaving.token} out`)
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
