import type { Address, Hex } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { formatUsdc } from '../../core/amount.ts'
import type { ChainReader, SimulatedCallResult } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { inTime } from '../../core/in-time.ts'
import type { Interfaces } from '../../core/interfaces.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call, TransactionPlan } from '../../core/plan.ts'
import type { OpenPosition, UnwindStep } from '../../core/position-keeper.ts'
import { listDueSteps } from '../../core/unwind-steps.ts'
import {
  disarmFees,
  type HaltRoute,
  readHaltNonce,
  sendForHalt,
  waitForHalt,
} from '../custody/send-for-halt.ts'
import type { TransactionSigner } from '../custody/signers/transaction-signer.ts'
import { explainCallFailure, readCageRejection } from '../evidence/cage-rejection.ts'
import { encodeCageExecute } from '../evidence/encode-cage-execute.ts'
import type { Evidence, Head } from '../evidence/evidence.ts'
import { ROUNDING_BASE_UNITS, sumRepaid } from '../evidence/sum-repaid.ts'
import { valueInUsdcRoundedDown, valueInUsdcRoundedUp } from '../evidence/valuation.ts'
import { askGuardian } from '../guardian/ask-guardian.ts'
import type { Guardian } from '../guardian/guardian.ts'
import { EXITS } from '../policy/phases.ts'
import type { AssetRule, SafetyPolicy } from '../policy/policy.ts'
import type { HaltItem } from './halt-report.ts'
import { type Left, nameCounted, type ResidualDeps, readOpen, readResidual } from './halt-residual.ts'

/** Plans the sale of an asset for the numeraire over one way to the chain; undefined when there is nothing to sell. */
export type Liquidator = (token: Address, chain: ChainReader) => Promise<TransactionPlan | undefined>

/** Plans one step of ending a position, over one way to the chain. */
export type Unwinder = (step: UnwindStep, chain: ChainReader) => Promise<TransactionPlan>

const FULL_BPS = 10_000n

/** Longest time for all steps over one way: a node may show another position or allowance each time, and other ways wait. */
const WAY_TIMEOUT_MS = 600_000

/** What a halt takes authority back with, over one way to the chain. */
export interface HaltDeps extends HaltRoute, Omit<ResidualDeps, 'chain' | 'clock'> {
  readonly clock: Clock
  readonly events: EventBus
  /** Signs for the operator; undefined when nobody can. */
  readonly signer: TransactionSigner | undefined
  /** Says why calls fail. */
  readonly interfaces: Pick<Interfaces, 'explainRevert'>
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
 * nothing; a step that fails is reported and does not keep the others from being done. What is left to do over this way
 * after ten minutes is reported, too, and left to the next one.
 */
export async function disarm(deps: HaltDeps): Promise<readonly HaltItem[]> {
  const { chain, policy, account, operator, clock, events, interfaces, note } = deps
  let { signer } = deps
  const items: HaltItem[] = []
  let isOver = false
  const cancelTimer = clock.setTimer(WAY_TIMEOUT_MS, () => {
    isOver = true
  })
  const attempt = async (item: string, body: () => Promise<void>) => {
    try {
      if (isOver) throw new ToolError('CHAIN_TIMEOUT', { subject: item, expected: WAY_TIMEOUT_MS })
      await body()
      items.push({ item, ok: true })
    } catch (cause) {
      // A signer that does not answer is not asked again: every step would wait for it.
      if (isSignerGone(cause)) signer = undefined
      items.push({ item, ok: false, reason: describeCause(cause) })
    }
  }
  const send = async (to: Address, data: Hex, gasUsed: bigint, item: string) => {
    if (signer === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
    const nonce = await inTime(clock, readHaltNonce(deps, signer.address), 'the nonce')
    const wanted = withHeadroom(gasUsed)
    const [hash] = await sendForHalt(
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
  /** In the cage's own words with its figures where it refuses itself, else in those of what it called. */
  const explainCage = (returnData: Hex) =>
    readCageRejection(returnData, policy)?.shortMessage ?? explainCallFailure(returnData, interfaces)
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
    await send(account, data, gasOf(simulation.calls[0], explainCage), item)
  }
  const carryOut = async (plan: TransactionPlan, item: string, judge: (evidence: Evidence) => void) => {
    const { head, deadlineSeconds, permitId, data } = await prepare(plan.calls)
    const evidence = await deps.gather(plan, permitId, deadlineSeconds, head)
    const gasUsed = gasOf(evidence.simulation?.calls[0], explainCage)
    judge(evidence)
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
      await send(call.to, call.data, gasOf(simulation.calls[0], interfaces.explainRevert), item)
    }
  }
  const takeBack = async (left: Left) => {
    for (const { precaution } of deps.grants) {
      if (precaution === undefined) continue
      const { item, subject } = precaution
      await attempt(item, async () => {
        const calls = await inTime(clock, precaution.plan(chain, account), subject)
        if (calls.length > 0) await execute(calls, item)
      })
    }
    const cancellations = left.signatures
      .filter(({ cancel }) => cancel.length > 0)
      .map(({ permitId, cancel }) => ({
        item: `end the signature of ${permitId}`,
        owner: operator,
        calls: cancel,
      }))
    for (const { item, owner, calls } of [...cancellations, ...left.revocations]) {
      await attempt(item, () => callAs(owner, calls, item))
    }
  }
  const sell = async (asset: AssetRule) => {
    const plan = await deps.liquidate?.(asset.token, chain).catch(describeCause)
    if (plan === undefined) return
    await attempt(`sell ${asset.symbol}`, async () => {
      if (typeof plan === 'string') throw new Error(plan)
      await carryOut(plan, 'sell', (evidence) => assertSanePrices(asset, evidence, policy))
    })
  }

  const unwind = async (position: OpenPosition) => {
    const due = await inTime(clock, chain.getBlock(), 'the head').then(
      ({ timestamp }) => listDueSteps(position, timestamp),
      describeCause,
    )
    // What is on its way out is waited for.
    if (due.length === 0) return
    await attempt(`unwind position ${position.positionId}`, async () => {
      if (typeof due === 'string') throw new Error(due)
      if (deps.unwind === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
      const failures: string[] = []
      for (const step of due) {
        try {
          const plan = await inTime(clock, deps.unwind(step, chain), 'the plan')
          await carryOut(plan, 'unwind', assertNothingLeaves)
        } catch (cause) {
          if (isOver || isSignerGone(cause)) throw cause
          // What does not depend on it comes out all the same; what does fails by itself.
          failures.push(describeCause(cause))
        }
      }
      if (failures.length > 0) throw new Error(failures.join('; '))
    })
  }

  /** Each as it stands when its turn comes: what ended one may have ended another, or paid for it. */
  const unwindAll = async (open: readonly OpenPosition[]) => {
    const tried = new Set<string>()
    let known = open
    while (!isOver) {
      const next = known.find((position) => !tried.has(nameCounted(position.counted)))
      if (next === undefined) return
      tried.add(nameCounted(next.counted))
      await unwind(next)
      known = await inTime(clock, readOpen(deps), 'what is open').then(
        ({ open: now }) => now,
        () => known,
      )
    }
  }

  try {
    const left = await readResidual(deps)
    await takeBack(left)
    if (deps.maySell) {
      // What comes out of them is sold with the rest.
      await unwindAll(left.open)
      // The native coin is sold with its wrapped form.
      const risky = policy.assets.filter(({ isStable, token }) => !isStable && token !== NATIVE_TOKEN)
      for (const asset of risky) await sell(asset)
      // What the sales needed to be allowed is taken back as well.
      await takeBack(await readResidual(deps))
    }
    return items
  } finally {
    cancelTimer()
  }
}

function gasOf(simulated: SimulatedCallResult | undefined, explain: (returnData: Hex) => string): bigint {
  if (!simulated?.ok) throw new Error(explain(simulated?.returnData ?? '0x'))
  return simulated.gasUsed
}

const isSignerGone = (cause: unknown): boolean =>
  cause instanceof ToolError && cause.code === 'SIGNER_TIMED_OUT'

const NOTHING = { balances: [], allowances: [], codeHashes: [], feeds: [] }

/**
 * Deny what is no exit or takes anything out: an exit brings back what a position holds, at whatever price its pool
 * stands, or ends a debt by as much as it takes.
 */
function assertNothingLeaves({ balances, actionClass, positions }: Evidence): void {
  if (!EXITS.includes(actionClass)) throw new Error(`it would be a ${actionClass}, expected an exit`)
  for (const { token, before, after } of balances) {
    const leaving = before - after - sumRepaid(positions.changes, token, ROUNDING_BASE_UNITS)
    if (leaving > 0n) throw new Error(`it would take ${leaving} of ${token} out`)
  }
}

/** Deny a sale below what fresh prices say it must bring, and one of which nobody sees how much it sells. */
function assertSanePrices(sold: AssetRule, evidence: Evidence, policy: SafetyPolicy): void {
  if (evidence.unreadAssets.some((token) => isAddressEqual(token, sold.token))) {
    throw new Error(`the balance of ${sold.symbol} cannot be read`)
  }
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
    else inUsdc += valueInUsdcRoundedDown(after - before, asset, lowest)
  }
  const lostUsdc = (outUsdc * BigInt(policy.maxLiquidationLossBps)) / FULL_BPS
  const least = outUsdc - lostUsdc
  if (inUsdc < least)
    throw new Error(`it would bring ${formatUsdc(inUsdc)}, at least ${formatUsdc(least)} is sane`)
}
