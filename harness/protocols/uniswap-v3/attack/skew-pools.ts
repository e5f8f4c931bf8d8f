import { type Address, erc20Abi, maxUint256, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../../tools/core/encode-function-data.ts'
import { BASE } from '../../../../tools/protocols/uniswap-v3/base.ts'
import type { AttackedMarket, AttackScope, Confederate } from '../../../vocabulary/attack.ts'

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function slot0() view returns (uint160 sqrtPriceX96, int24, uint16, uint16, uint16, uint8, bool)',
  'function getPool(address, address, uint24) view returns (address)',
  'function exactInputSingle(Single params) payable returns (uint256)',
])

const squareRoot = (value: bigint): bigint => {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root > value) root -= 1n
  while ((root + 1n) * (root + 1n) <= value) root += 1n
  return root
}

/** Create what moves the pools' prices with a confederate's trades, and puts them back where they were at first. */
export function createPoolSkewer(
  { book, client, token }: AttackScope,
  confederate: Confederate,
): Pick<AttackedMarket, 'prepare' | 'skew'> {
  const { factory, swapRouter } = BASE.on(book)
  const fair = new Map<Address, bigint>()
  return {
    async prepare(symbols) {
      const args = [swapRouter, maxUint256] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      for (const symbol of symbols) await confederate.send(token(symbol), data)
      await confederate.mine()
    },
    async skew({ tokens: [first, second = ''], fees: [fee = 0] }, bps) {
      const [tokenIn, tokenOut] = [token(first), token(second)]
      const args = [tokenIn, tokenOut, fee] as const
      const pool = await client.readContract({ address: factory, abi, functionName: 'getPool', args })
      const [current] = await client.readContract({ address: pool, abi, functionName: 'slot0' })
      const opening = fair.get(pool) ?? current
      fair.set(pool, opening)
      const falls = tokenIn.toLowerCase() < tokenOut.toLowerCase()
      const scaled = opening * squareRoot(10n ** 24n + (falls ? -1n : 1n) * BigInt(bps) * 10n ** 20n)
      const target = scaled / 10n ** 12n
      if (target === current) return
      const goesDown = target < current
      const [sold, bought] = goesDown === falls ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
      const params = {
        tokenIn: sold,
        tokenOut: bought,
        fee,
        recipient: confederate.address,
        amountIn: 10n ** 15n * (sold === token('USDC') ? 1n : 10n ** 9n),
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: target,
      }
      const data = encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })
      await confederate.send(swapRouter, data)
      await confederate.mine()
    },
  }
}
