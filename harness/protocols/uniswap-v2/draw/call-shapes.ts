import { type Address, erc20Abi } from 'viem'
import { encodeFunctionData } from '../../../../tools/core/encode-function-data.ts'
import { BASE } from '../../../../tools/protocols/uniswap-v2/base.ts'
import type { CallTerms, ProtocolDraw } from '../../../vocabulary/draw.ts'
import { FAR, pairAbi, routerAbi } from '../contracts.ts'

const approve = (token: Address, { book, amount }: CallTerms) => ({
  to: token,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [BASE.on(book).router, amount],
  }),
})

/** Calls of the router and of a pair as an attacker makes them. */
export const SHAPES: NonNullable<ProtocolDraw['shapes']> = {
  'pair-swap': (terms) => [
    approve(terms.tokenIn, terms),
    terms.call(
      BASE.on(terms.book).router,
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactTokensForTokens',
        args: [terms.amount, 0n, [terms.tokenIn, terms.tokenOut], terms.account, FAR],
      }),
    ),
  ],
  'pair-deposit': (terms) => [
    approve(terms.tokenIn, terms),
    approve(terms.tokenOut, terms),
    terms.call(
      BASE.on(terms.book).router,
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'addLiquidity',
        args: [terms.tokenIn, terms.tokenOut, terms.amount, terms.amount, 0n, 0n, terms.account, FAR],
      }),
    ),
  ],
  'pair-withdrawal': (terms) => {
    const { router } = BASE.on(terms.book)
    const wethUsdt = BASE.at(terms.book, 'wethUsdt')
    const approval = encodeFunctionData({
      abi: pairAbi,
      functionName: 'approve',
      args: [terms.account, terms.amount],
    })
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'removeLiquidity',
      args: [terms.tokenIn, terms.tokenOut, terms.amount, 0n, 0n, terms.account, FAR],
    })
    return [terms.call(wethUsdt, approval), terms.call(router, data)]
  },
}
