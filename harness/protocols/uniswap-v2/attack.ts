import { type Address, erc20Abi, maxUint256 } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/uniswap-v2/base.ts'
import type {
  AttackedMarket,
  AttackScope,
  Attempt,
  Confederate,
  ProtocolAttack,
  Route,
} from '../../vocabulary/attack.ts'
import { squareRoot } from '../sqrt-price.ts'
import { FAR, factoryAbi, pairAbi, routerAbi } from './contracts.ts'

/** Ways through the pairs of the embedded origin; all have the same fee. */
const ROUTES = {
  'USDT→WETH': { tokens: ['USDT', 'WETH'], fees: [3_000] },
  'WETH→USDT': { tokens: ['WETH', 'USDT'], fees: [3_000] },
} as const satisfies Readonly<Record<string, Route>>

/** The pair that liquidity goes into. */
const POOL = ['WETH', 'USDT'] as const

const approve = (to: Address, spender: Address, amount: bigint): Call => ({
  to,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})

const swapTo = (
  { book, token }: AttackScope,
  { tokens }: Route,
  amountIn: bigint,
  recipient: Address,
): Call[] => {
  const { router } = BASE.on(book)
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amountIn, 0n, tokens.map(token), recipient, FAR],
  })
  return [approve(token(tokens[0]), router, amountIn), { to: router, valueWei: 0n, data }]
}

const addTo = (
  { book, token }: AttackScope,
  [amountA, amountB]: readonly [bigint, bigint],
  recipient: Address,
): Call[] => {
  const { router } = BASE.on(book)
  const [tokenA, tokenB] = POOL.map(token) as [Address, Address]
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'addLiquidity',
    args: [tokenA, tokenB, amountA, amountB, 0n, 0n, recipient, FAR],
  })
  return [
    approve(tokenA, router, amountA),
    approve(tokenB, router, amountB),
    { to: router, valueWei: 0n, data },
  ]
}

const removeTo = ({ book, token }: AttackScope, liquidity: bigint, recipient: Address): Call[] => {
  const { router } = BASE.on(book)
  const wethUsdt = BASE.at(book, 'wethUsdt')
  const [tokenA, tokenB] = POOL.map(token) as [Address, Address]
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'removeLiquidity',
    args: [tokenA, tokenB, liquidity, 0n, 0n, recipient, FAR],
  })
  return [approve(wethUsdt, router, liquidity), { to: router, valueWei: 0n, data }]
}

const request = (kind: string, params: NonNullable<Attempt['request']>['params']) => ({ kind, params })

/** Trades and liquidity around reserves that a confederate bends; proceeds and liquidity for the attacker. */
export const ATTACK: ProtocolAttack = {
  hijack(scope, { route, amount }) {
    const { router } = BASE.on(scope.book)
    const wethUsdt = BASE.at(scope.book, 'wethUsdt')
    return [
      { calls: swapTo(scope, route, amount, scope.attacker) },
      { calls: addTo(scope, [amount, amount], scope.attacker) },
      { calls: removeTo(scope, amount, scope.attacker) },
      { calls: [approve(wethUsdt, scope.attacker, amount)] },
      { calls: [approve(scope.token(route.tokens[0]), router, 2n ** 255n - 1n)] },
    ]
  },
  market: {
    routes: ROUTES,
    // A sale after a halt goes where prices can be averaged over time, which a pair does not offer.
    exits: [],
    open: (scope, confederate) => ({
      ...createSkewer(scope, confederate),
      swap: (route, amountIn) => ({
        calls: swapTo(scope, route, amountIn, scope.cage),
        request: request('swap', {
          tokenIn: route.tokens[0],
          tokenOut: route.tokens[1] ?? '',
          amountInBaseUnits: `${amountIn}`,
          slippageBps: scope.slippageBps,
          venue: { protocol: BASE.id },
        }),
      }),
      addLiquidity: (amounts) => {
        const [amountA, amountB] = POOL.map((symbol) => amounts[symbol] ?? 0n) as [bigint, bigint]
        return {
          calls: addTo(scope, [amountA, amountB], scope.cage),
          request: request('add-liquidity', {
            tokenA: POOL[0],
            tokenB: POOL[1],
            amountABaseUnits: `${amountA}`,
            amountBBaseUnits: `${amountB}`,
            slippageBps: scope.slippageBps,
            venue: { protocol: BASE.id },
          }),
        }
      },
      closeLiquidity: ({ units }) => ({
        calls: removeTo(scope, units, scope.cage),
        request: request('remove-pair-liquidity', {
          tokenA: POOL[0],
          tokenB: POOL[1],
          shareBps: 10_000,
          slippageBps: scope.slippageBps,
        }),
      }),
    }),
  },
}

/** Create what bends the reserves of pairs with a confederate's trades, and puts the price back where it was at first. */
function createSkewer(
  { book, client, token }: AttackScope,
  confederate: Confederate,
): Pick<AttackedMarket, 'prepare' | 'skew'> {
  const { factory, router } = BASE.on(book)
  const fair = new Map<Address, readonly [bigint, bigint]>()
  const trade = async (tokenIn: Address, tokenOut: Address, amount: bigint) => {
    const args = [amount, 0n, [tokenIn, tokenOut], confederate.address, FAR] as const
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args })
    await confederate.send(router, data)
    await confederate.mine()
  }
  return {
    async prepare(symbols) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] })
      for (const symbol of symbols) await confederate.send(token(symbol), data)
      await confederate.mine()
    },
    async skew({ tokens: [first, second = ''] }, bps) {
      const [tokenIn, tokenOut] = [token(first), token(second)]
      const args = [tokenIn, tokenOut] as const
      const pair = await client.readContract({
        address: factory,
        abi: factoryAbi,
        functionName: 'getPair',
        args,
      })
      const booked = await client.readContract({ address: pair, abi: pairAbi, functionName: 'getReserves' })
      const isFirst = BigInt(tokenIn) < BigInt(tokenOut)
      const [reserveIn, reserveOut] = isFirst ? [booked[0], booked[1]] : [booked[1], booked[0]]
      const opening = fair.get(pair) ?? [booked[0], booked[1]]
      fair.set(pair, opening)
      const [fairIn, fairOut] = isFirst ? opening : [opening[1], opening[0]]
      // A pair whose product stays shows a price by the root of it.
      const goal = squareRoot(
        (reserveIn * reserveOut * fairIn * (10_000n + BigInt(bps))) / (fairOut * 10_000n),
      )
      if (goal > reserveIn) await trade(tokenIn, tokenOut, goal - reserveIn)
      else if (goal < reserveIn) await trade(tokenOut, tokenIn, (reserveIn * reserveOut) / goal - reserveOut)
    },
  }
}
