import { type Address, erc20Abi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { EMPTY_OUTCOME } from '../../../tools/core/outcome.ts'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'
import { createRoundReader } from '../../chain/read-rounds.ts'
import type { LaterAct, LaterPlan, LaterScope, TestbedLater } from '../testbed-later.ts'
import { ORIGIN_MARKETS, SAVINGS_DAI } from './markets.ts'
import { type Moment, ratesOf, readMoment, toKey } from './observe.ts'
import { toWorth } from './rates.ts'

const BPS = 10_000n
const AVERAGE_SECONDS = 1_800
/** Seconds that go by until it is mined move what YT is worth. */
const TOLERANCE_BPS = 5

/** By how much what the account holds is worth more or less at another moment. */
function worthAt({ positions, book }: LaterScope, moment: Moment): LaterPlan['expected']['worth'] {
  const sy = BASE.on(book).standardizedYield
  const rates = new Map([...ratesOf(sy, moment)].map(([token, rate]) => [toKey(token as Address), rate]))
  return positions.flatMap(({ protocol, key, lots: [lot] }) => {
    const [leg] = lot?.legs ?? []
    const rate = rates.get(key)
    if (protocol !== BASE.id || lot === undefined || leg === undefined || rate === undefined) return []
    return [{ protocol, key, kind: 'held', token: leg.token, amount: toWorth(lot.units, rate) - leg.amount }]
  })
}

const read = (client: LaterScope['client'], book: LaterScope['book']): Promise<Moment> =>
  createRoundReader(client, book.multicall as Address)(readMoment({ book }))

const hasAny = ({ positions }: LaterScope) => positions.some(({ protocol }) => protocol === BASE.id)

/** What lies in the vault behind SY grows or shrinks. */
async function planSavings(scope: LaterScope, isYield: boolean): Promise<LaterPlan | undefined> {
  const { client, book, whale, deployer, shareBps } = scope
  const token = book.tokens.find(({ symbol }) => symbol === 'DAI')?.address
  if (token === undefined || !hasAny(scope)) return undefined
  const moment = await read(client, book)
  const moved = (moment.savings.assets * BigInt(shareBps)) / BPS
  if (moved === 0n) return undefined
  const assets = isYield ? moment.savings.assets + moved : moment.savings.assets - moved
  const [actor, to] = isYield ? [whale, SAVINGS_DAI] : [SAVINGS_DAI, deployer]
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, moved] })
  return {
    actor,
    gives: isYield ? [{ token, amountBaseUnits: moved }] : [],
    calls: [{ to: token, data, valueWei: 0n }],
    expected: {
      ...EMPTY_OUTCOME,
      worth: worthAt(scope, { ...moment, savings: { ...moment.savings, assets } }),
    },
    toleranceBps: TOLERANCE_BPS,
  }
}

const YIELD: LaterAct = {
  title: 'the vault behind SY earns',
  extent: 'shareBps',
  plan: (scope) => planSavings(scope, true),
}

const LOSS: LaterAct = {
  title: 'the vault behind SY loses',
  extent: 'shareBps',
  plan: (scope) => planSavings(scope, false),
}

const MATURITY: LaterAct = {
  title: 'the first market matures',
  async plan(scope) {
    const { client, book, whale } = scope
    if (!hasAny(scope)) return undefined
    const moment = await read(client, book)
    const expiry = BigInt(ORIGIN_MARKETS[0]?.expirySeconds ?? 0)
    const afterSeconds = Number(expiry - moment.nowSeconds)
    if (afterSeconds <= AVERAGE_SECONDS) return undefined
    // Nobody trades until then, so that the average comes to the last rate.
    const markets = moment.markets.map((market) => ({ ...market, averageLn: market.lastLn }))
    return {
      actor: whale,
      gives: [],
      calls: [],
      afterSeconds,
      expected: { ...EMPTY_OUTCOME, worth: worthAt(scope, { ...moment, markets, nowSeconds: expiry }) },
      toleranceBps: TOLERANCE_BPS,
    }
  },
}

/** What others and time do to tokens of the origin's markets. */
export const LATER: TestbedLater = { yield: YIELD, loss: LOSS, maturity: MATURITY }
