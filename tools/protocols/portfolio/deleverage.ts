import { type Hex, maxUint256 } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { USD_DECIMALS, type UsdPrice, valueMicroUsd } from '../../kit/usd-price.ts'
import type { HeldPosition, Portfolio } from './read-portfolio.ts'

const FULL_BPS = 10_000n
const WAD = 10n ** 18n

/** A token of an account with its price. */
interface Priced {
  readonly token: TokenInfo
  readonly price: UsdPrice
}

interface Debt extends Priced {
  readonly key: Hex
  readonly amountBaseUnits: bigint
  readonly valueMicroUsd: bigint
}

/** Debts that have one health together, and what secures them. */
export interface DebtGroup {
  readonly protocol: string
  readonly healthWad: bigint
  readonly debts: readonly Debt[]
  /** What is held in it that has a price, the largest by value first. */
  readonly held: readonly Debt[]
}

/**
 * A step of a plan: pay back from what lies idle, sell of another idle token and pay back, or sell of what secures the
 * debt and pay back.
 */
export interface DeleverageStep {
  readonly type: 'repay' | 'swap-and-repay' | 'sell-collateral'
  readonly protocol: string
  readonly key: Hex
  readonly debtToken: string
  readonly repayBaseUnits: bigint
  readonly soldToken: string | null
  readonly soldBaseUnits: bigint | null
  readonly costMicroUsd: bigint
}

/** What is planned of a group of debts. */
interface GroupPlan {
  readonly steps: readonly DeleverageStep[]
  /** Not where there is too little that has a price to be sold. */
  readonly reachesTarget: boolean
}

/** Gather the debts of a portfolio; undefined where one has no price, and nothing can be planned. */
export function gatherDebts(
  { tokens, prices, positions }: Portfolio,
  sharesHealth: (protocol: string) => boolean,
): readonly DebtGroup[] | undefined {
  const legs = positions.flatMap((position) =>
    position.lots.flatMap((lot) =>
      lot.legs
        .filter(({ amount }) => amount !== 0n)
        .map(({ token: address, amount }) => {
          const index = tokens.findIndex((token) => isAddressEqual(token.address, address))
          const [token, price] = [tokens[index], prices[index]?.price]
          const priced = token && price ? { token, price } : undefined
          return { position, amount, priced }
        }),
    ),
  )
  if (legs.some(({ amount, priced }) => amount < 0n && priced === undefined)) return undefined
  const groupOf = ({ protocol, key }: HeldPosition) =>
    sharesHealth(protocol) ? protocol : `${protocol} ${key}`
  const debtsOf = (own: typeof legs, sign: 1n | -1n) =>
    own.flatMap(({ position: { key }, amount, priced }): Debt[] => {
      const size = amount * sign
      if (size <= 0n || priced === undefined) return []
      const value = valueMicroUsd(size, priced.token.decimals, priced.price)
      return [{ key, ...priced, amountBaseUnits: size, valueMicroUsd: value }]
    })
  return [...Map.groupBy(legs, ({ position }) => groupOf(position)).values()]
    .map((own) => ({
      protocol: own[0]?.position.protocol ?? '',
      healthWad: own.reduce(
        (least, { position: { health } }) => (health < least ? health : least),
        maxUint256,
      ),
      debts: debtsOf(own, -1n),
      held: debtsOf(own, 1n).toSorted((a, b) => Number(b.valueMicroUsd - a.valueMicroUsd)),
    }))
    .filter(({ debts }) => debts.length > 0)
    .toSorted((a, b) => (a.healthWad < b.healthWad ? -1 : a.healthWad > b.healthWad ? 1 : 0))
}

/**
 * Plan what brings a group of debts to a health, the cheapest first: idle tokens that are owed, idle tokens that are
 * sold, then what secures the debt. Health is what secures by what is owed, so that paying back the share
 * 1 − health / target suffices; of what is sold that secures the debt as much is taken as suffices if all of it counts
 * (a liquidation threshold of one), which is more than is needed.
 *
 * @param idle balances by symbol, of which it takes what it uses
 * @throws RangeError for a target that selling cannot reach at this cost
 */
export function planGroup(
  { protocol, healthWad, debts, held }: DebtGroup,
  idle: Map<string, Priced & { amountBaseUnits: bigint }>,
  { targetWad, swapCostBps }: { readonly targetWad: bigint; readonly swapCostBps: bigint },
): GroupPlan {
  if (healthWad >= targetWad) return { steps: [], reachesTarget: true }
  const owed = debts.reduce((sum, debt) => sum + debt.valueMicroUsd, 0n)
  const keptBps = FULL_BPS - swapCostBps
  const left = new Map(debts.map((debt) => [debt, debt.amountBaseUnits]))
  const steps: DeleverageStep[] = []
  let need = divideUp(owed * (targetWad - healthWad), targetWad)
  const repay = (debt: Debt, most: bigint, step: Pick<DeleverageStep, 'type'> & { sold?: Priced }) => {
    const open = left.get(debt) ?? 0n
    const wanted = smallest(baseUnitsFor(need, debt), open, most)
    if (wanted === 0n) return
    const value = valueMicroUsd(wanted, debt.token.decimals, debt.price)
    const soldMicroUsd = divideUp(value * FULL_BPS, keptBps)
    left.set(debt, open - wanted)
    need = value >= need ? 0n : need - value
    steps.push({
      type: step.type,
      protocol,
      key: debt.key,
      debtToken: debt.token.symbol,
      repayBaseUnits: wanted,
      soldToken: step.sold?.token.symbol ?? null,
      soldBaseUnits: step.sold ? baseUnitsFor(soldMicroUsd, step.sold) : null,
      costMicroUsd: step.sold ? soldMicroUsd - value : 0n,
    })
    return step.sold ? baseUnitsFor(soldMicroUsd, step.sold) : wanted
  }
  for (const debt of debts) {
    const own = idle.get(debt.token.symbol)
    if (own === undefined) continue
    own.amountBaseUnits -= repay(debt, own.amountBaseUnits, { type: 'repay' }) ?? 0n
  }
  const byValue = [...idle.values()].toSorted((a, b) => Number(worth(b) - worth(a)))
  for (const sold of byValue) {
    for (const debt of debts) {
      if (need === 0n || debt.token.symbol === sold.token.symbol) continue
      const brings = baseUnitsDown((worth(sold) * keptBps) / FULL_BPS, debt)
      const used = repay(debt, brings, { type: 'swap-and-repay', sold }) ?? 0n
      sold.amountBaseUnits -= smallest(used, sold.amountBaseUnits)
    }
  }
  if (need === 0n) return { steps, reachesTarget: true }
  need = sellToReach(owed, need, { healthWad, targetWad, keptBps })
  for (const sold of held) {
    let available = (sold.valueMicroUsd * keptBps) / FULL_BPS
    for (const debt of debts) {
      const before = need
      repay(debt, baseUnitsDown(available, debt), { type: 'sell-collateral', sold })
      available -= smallest(before - need, available)
    }
  }
  const isPaid = [...left.values()].every((open) => open === 0n)
  return { steps, reachesTarget: need === 0n || isPaid }
}

/** What has to be paid back from what secures the debt, millionths of a USD, beside what was paid back already. */
function sellToReach(
  owed: bigint,
  need: bigint,
  {
    healthWad,
    targetWad,
    keptBps,
  }: { readonly healthWad: bigint; readonly targetWad: bigint; readonly keptBps: bigint },
): bigint {
  // `need` is what is missing of the share of the debt that suffices by itself.
  const rest = owed - (divideUp(owed * (targetWad - healthWad), targetWad) - need)
  const gain = (targetWad * keptBps) / FULL_BPS - WAD
  if (gain <= 0n) throw new RangeError('a sale costs more than it mends')
  const sold = divideUp(rest * targetWad - owed * healthWad, gain)
  return smallest((sold * keptBps) / FULL_BPS + 1n, rest)
}

const worth = ({ token, price, amountBaseUnits }: Priced & { readonly amountBaseUnits: bigint }) =>
  valueMicroUsd(amountBaseUnits, token.decimals, price)

const smallest = (...amounts: readonly bigint[]) =>
  amounts.reduce((least, amount) => (amount < least ? amount : least))

/** How much of a token is worth so much at least. */
const baseUnitsFor = (microUsd: bigint, { token, price }: Priced): bigint =>
  divideUp(
    microUsd * 10n ** BigInt(token.decimals + price.decimals),
    price.answer * 10n ** BigInt(USD_DECIMALS),
  )

const baseUnitsDown = (microUsd: bigint, { token, price }: Priced): bigint =>
  (microUsd * 10n ** BigInt(token.decimals + price.decimals)) / (price.answer * 10n ** BigInt(USD_DECIMALS))
