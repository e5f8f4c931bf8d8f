import { lookAt, type MovedCapital, payIn, takeOut } from '../model/cage/move-capital.ts'
import type { Act, Deed } from './draw-acts.ts'
import { type Action, foreseeAction } from './foresee-action.ts'
import { type Asset, factsOf, type KnownCage, LOOSEN_DELAY_SECONDS } from './known-cage.ts'
import { resolveAmount, resolveTrade, resolveWait, spendableOf, termsOf, unitsOfCents } from './resolve.ts'
import { ACCEPTED, type Ending, FOREIGN, type Operation, type Sender, type Step } from './step.ts'

/** More than a feed may say. */
const ABSURD = 2n ** 96n

/** Say what an act sends, how each of it ends, and what is known then. */
export function foresee(act: Act, before: KnownCage): readonly Step[] {
  const known = { ...before, nowSeconds: before.nowSeconds + resolveWait(before, act.wait) }
  return foreseeDeed(act.deed, known)
}

function foreseeDeed(deed: Deed, known: KnownCage): readonly Step[] {
  switch (deed.do) {
    case 'wait':
      return [step('stranger', { to: 'wait' }, known)]
    case 'trade':
      return [foreseeAction(known, tradeOf(deed, known))]
    case 'pay': {
      const { asset, isSigned } = deed
      const amount = resolveAmount(known, asset, deed.amount)
      return [foreseeAction(known, { calls: [{ call: 'transfer', asset, amount }], isSigned })]
    }
    case 'allow': {
      const calls = [{ call: 'approve' as const, asset: deed.asset, amount: BigInt(deed.units) }]
      return [foreseeAction(known, { calls, isSigned: false })]
    }
    case 'price':
      return [setPrice(deed, known)]
    case 'break-feed':
      return [breakFeed(deed, known)]
    case 'mute':
      return [mute(deed, known)]
    case 'deposit':
      return [deposit(deed, known)]
    case 'withdraw':
      return [withdraw(deed, known)]
    case 'gift':
      return give(deed, known)
    case 'look':
      return [
        moveCapital('stranger', { to: 'poke' }, known, lookAt(known.rules, known.state, factsOf(known))),
      ]
    case 'pause': {
      if (deed.by === 'stranger') return [step(deed.by, { to: 'pause' }, known, 'Unauthorized')]
      return [step(deed.by, { to: 'pause' }, { ...known, isPaused: true })]
    }
    case 'resume':
      return resume(deed, known)
  }
}

const step = (by: Sender, operation: Operation, next: KnownCage, ending: Ending = ACCEPTED): Step => ({
  by,
  operation,
  ending,
  next,
})

/** A deed of one kind. */
type Of<Kind extends Deed['do']> = Extract<Deed, { readonly do: Kind }>

function tradeOf({ pair, amount, rate, isSigned, flaw }: Of<'trade'>, known: KnownCage): Action {
  const [assetIn, assetOut] = pair
  const { amountIn, amountOut } = resolveTrade(known, pair, amount, rate)
  return {
    calls: [
      { call: 'approve', asset: assetIn, amount: amountIn },
      { call: 'swap', assetIn, amountIn, assetOut, amountOut },
    ],
    isSigned,
    flaw,
  }
}

function setPrice({ asset, bps }: Of<'price'>, known: KnownCage): Step {
  const answer = (termsOf(known)[asset].price * BigInt(bps)) / 10_000n + 1n
  return step('stranger', { to: 'feed', asset, answer }, withFeed(known, asset, { answer }))
}

function breakFeed({ asset, answer, ageSeconds }: Of<'break-feed'>, known: KnownCage): Step {
  const { price } = termsOf(known)[asset]
  const feed = {
    answer: { same: price, zero: 0n, negative: -price, absurd: ABSURD }[answer],
    updatedAtSeconds: known.nowSeconds - ageSeconds,
  }
  return step('stranger', { to: 'feed', asset, ...feed }, withFeed(known, asset, feed))
}

const withFeed = (known: KnownCage, asset: Asset, feed: KnownCage['feeds'][Asset]): KnownCage => ({
  ...known,
  feeds: { ...known.feeds, [asset]: feed },
})

/** A token gives no balance any more and moves for nobody, or does both again. */
function mute({ asset, isMute }: Of<'mute'>, known: KnownCage): Step {
  const others = known.mute.filter((other) => other !== asset)
  const next = { ...known, mute: isMute ? [...others, asset] : others }
  return step('stranger', { to: 'mute', asset, isMute }, next)
}

function deposit({ asset, cents }: Of<'deposit'>, known: KnownCage): Step {
  const amount = unitsOfCents(termsOf(known)[asset], cents)
  const operation = { to: 'deposit', asset, amount } as const
  if (known.mute.includes(asset)) return step('owner', operation, known, FOREIGN)
  const moved = payIn(known.rules, known.state, [asset, amount], factsOf(known))
  return moveCapital('owner', operation, withUnits(known, asset, amount), moved, known)
}

function withdraw({ asset, bps }: Of<'withdraw'>, known: KnownCage): Step {
  const spendable = spendableOf(known, asset)
  const amount = (spendable * BigInt(bps) + 9_999n) / 10_000n
  const operation = { to: 'withdraw', asset, amount } as const
  if (amount > spendable || known.mute.includes(asset)) return step('owner', operation, known, FOREIGN)
  const moved = takeOut(known.rules, known.state, [asset, amount], factsOf(known))
  return moveCapital('owner', operation, withUnits(known, asset, -amount), moved)
}

function moveCapital(
  by: Sender,
  operation: Operation,
  known: KnownCage,
  moved: MovedCapital,
  unmoved: KnownCage = known,
): Step {
  if ('refused' in moved) return step(by, operation, unmoved, moved.refused)
  return step(by, operation, { ...known, state: moved.next })
}

/** Money that comes unasked, and goes again where somebody only lent it. */
function give({ asset, cents, returns }: Of<'gift'>, known: KnownCage): readonly Step[] {
  const held: Asset = asset === 'ETH' ? 'WETH' : asset
  const amount = unitsOfCents(termsOf(known)[held], cents)
  const richer = withUnits(known, held, amount)
  if (asset === 'ETH') {
    return [
      step('stranger', { to: 'force', wei: amount }, { ...richer, nativeWei: known.nativeWei + amount }),
    ]
  }
  if (known.mute.includes(asset)) return [step('stranger', { to: 'mint', asset, amount }, known, FOREIGN)]
  const given = step('stranger', { to: 'mint', asset, amount }, richer)
  return returns ? [given, step('stranger', { to: 'burn', asset, amount }, known)] : [given]
}

const withUnits = (known: KnownCage, asset: Asset, amount: bigint): KnownCage => ({
  ...known,
  wallet: { ...known.wallet, [asset]: known.wallet[asset] + amount },
})

/** The owner ends a halt, which takes the time of a loosening. */
function resume({ isEarly }: Of<'resume'>, known: KnownCage): readonly Step[] {
  const queued = step('owner', { to: 'queue-unpause' }, known)
  const nowSeconds = known.nowSeconds + LOOSEN_DELAY_SECONDS - (isEarly ? 1 : 0)
  const then = isEarly ? { ...known, nowSeconds } : { ...known, nowSeconds, isPaused: false }
  return [queued, step('owner', { to: 'unpause' }, then, isEarly ? 'TimelockNotReady' : ACCEPTED)]
}
