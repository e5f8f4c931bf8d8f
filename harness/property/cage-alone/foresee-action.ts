import { bookUnguarded } from '../model/cage/cage-ledger.ts'
import type { CageEffect } from '../model/cage/cage-rules.ts'
import { type CageJudgement, judgeCage } from '../model/cage/judge-cage.ts'
import { keepPrice } from '../model/cage/move-capital.ts'
import type { Prediction } from '../model/verdict.ts'
import type { Flaw } from './draw-acts.ts'
import { ASSETS, type Asset, factsOf, type KnownCage, mapAssets } from './known-cage.ts'
import { spendableOf } from './resolve.ts'
import { ACCEPTED, type Ending, type InnerCall, type Step } from './step.ts'

/** What an action is to do. */
export interface Action {
  readonly calls: readonly InnerCall[]
  readonly isSigned: boolean
  readonly flaw?: Flaw | undefined
}

/** The cage's error for each denial of the model. */
const ERRORS: Readonly<Record<string, Ending>> = {
  BALANCE_UNREADABLE: 'BalanceUnreadable',
  CAGE_PRICE_UNAVAILABLE: 'PriceUnavailable',
  CAGE_VALUE_LOSS: 'ValueLossExceeded',
  CAGE_DRAWDOWN: 'DrawdownExceeded',
  CAGE_REBALANCE_INTERVAL: 'RebalanceTooSoon',
  CAGE_POSITION_CAP: 'PositionCapExceeded',
  CAGE_WINDOW_SPEND: 'WindowSpendExceeded',
  CAGE_WINDOW_LOSS: 'WindowLossExceeded',
}

/** Say how an action of the operator ends. */
export function foreseeAction(known: KnownCage, { calls, isSigned, flaw }: Action): Step {
  const { nowSeconds, permits, lastPermit } = known
  const isUsed = flaw === 'used' && lastPermit !== undefined
  const permit = isUsed ? lastPermit : permits
  const operation = {
    to: 'execute',
    calls: flaw === 'unlisted' ? [...calls, { call: 'unlisted' as const }] : calls,
    deadlineSeconds: flaw === 'late' ? nowSeconds - 1 : nowSeconds,
    permit,
    signature: flaw === 'forged' ? 'forged' : isSigned ? 'guardian' : 'none',
  } as const
  const by = flaw === 'stranger' ? 'stranger' : 'operator'
  const spent = { ...known, permits: permits + 1 }
  const end = (ending: Ending, next: KnownCage = spent): Step => ({
    by,
    operation,
    ending,
    next,
  })
  if (flaw === 'stranger') return end('Unauthorized')
  if (flaw === 'late') return end('DeadlinePassed')
  if (isUsed) return end('PermitAlreadyUsed')
  if (flaw === 'forged') return end('GuardianSignatureInvalid')
  if (flaw === 'unlisted') return end('TargetNotAllowed')
  const effect = effectOf(calls)
  const isMute = (amounts: ReadonlyMap<string, bigint>) => known.mute.some((asset) => amounts.has(asset))
  const isShort = ASSETS.some((asset) => (effect.out.get(asset) ?? 0n) > spendableOf(known, asset))
  if (isShort || isMute(effect.out) || isMute(effect.in)) return end('CallFailed')
  const judged = judgeCage(known.rules, known.state, effect, factsOf(known))
  const ending = endingOf(judged.verdicts)
  if (ending !== 'BalanceUnreadable' && isHaltedFor(known, judged, effect)) return end('CagePaused')
  if (ending !== ACCEPTED) return end(ending)
  const { outflow, unguarded, next } = judged
  const isGuarded = isSigned || outflow.most === 0n
  if (!isGuarded && unguarded.least > known.rules.hotLaneUsdc) return end('GuardianRequired')
  const state = isGuarded ? next : bookUnguarded(next, outflow, nowSeconds)
  return end(ACCEPTED, {
    ...spent,
    state: keepPrice(known.rules, known.state, state, factsOf(known)),
    wallet: mapAssets(
      (asset) => known.wallet[asset] + (effect.in.get(asset) ?? 0n) - (effect.out.get(asset) ?? 0n),
    ),
    lastPermit: permit,
  })
}

/** What the calls do to the cage. */
function effectOf(calls: readonly InnerCall[]): CageEffect {
  const [out, came, paid] = [new Map<string, bigint>(), new Map<string, bigint>(), new Map<string, bigint>()]
  const add = (sums: Map<string, bigint>, asset: Asset, amount: bigint) =>
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  for (const call of calls) {
    if (call.call === 'swap') {
      add(out, call.assetIn, call.amountIn)
      add(came, call.assetOut, call.amountOut)
    }
    if (call.call === 'transfer') {
      add(out, call.asset, call.amount)
      add(paid, call.asset, call.amount)
    }
  }
  const onlyRevokes = calls.every((call) => call.call === 'approve' && call.amount === 0n)
  return { out, in: came, paid, onlyRevokes }
}

/** The one way in which it ends: of what is done here every amount is known. */
function endingOf(verdicts: Prediction): Ending {
  const [verdict, ...others] = verdicts
  if (verdict === 'allowed') return ACCEPTED
  const error = typeof verdict === 'object' ? ERRORS[verdict.code] : undefined
  if (error === undefined || others.length > 0) {
    throw new RangeError(`the model leaves open how an action ends: ${JSON.stringify(verdicts)}`)
  }
  return error
}

/** Halted, a cage lets exits and revocations pass. */
const isHaltedFor = ({ isPaused }: KnownCage, { kind }: CageJudgement, { onlyRevokes }: CageEffect) =>
  isPaused && kind !== 'exit' && !(kind === 'idle' && onlyRevokes)
