import { type Address, erc20Abi, type Hex, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../../tools/core/encode-function-data.ts'
import { BASE } from '../../../../tools/protocols/uniswap-v3/base.ts'
import type { CallTerms, ProtocolDraw } from '../../../vocabulary/draw.ts'
import { feeOf } from './fee-of.ts'

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function exactInputSingle(Single params) payable returns (uint256)',
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function collect(Collect params) payable returns (uint256, uint256)',
])

const MAX_UINT128 = 2n ** 128n - 1n

const swapSingle = ({ tokenIn, tokenOut, pair, account, amount }: CallTerms): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn,
        tokenOut,
        fee: feeOf(...pair),
        recipient: account,
        amountIn: amount,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })

/** The approval that a swap needs. */
const approval = ({ tokenIn, amount }: CallTerms, router: Address) => ({
  to: tokenIn,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }),
})

/** Calls of router and manager as an attacker makes them. */
export const SHAPES: NonNullable<ProtocolDraw['shapes']> = {
  swap(terms) {
    const { swapRouter } = BASE.on(terms.book)
    return [approval(terms, swapRouter), terms.call(swapRouter, swapSingle(terms))]
  },
  bundle(terms) {
    const { swapRouter } = BASE.on(terms.book)
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[swapSingle(terms)]] })
    return [approval(terms, swapRouter), terms.call(swapRouter, data)]
  },
  'approve-all': ({ book, account, call }) => [
    call(
      BASE.on(book).positionManager,
      encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [account, true] }),
    ),
  ],
  collect: ({ book, account: recipient, numberOf, call }) => [
    call(
      BASE.on(book).positionManager,
      encodeFunctionData({
        abi,
        functionName: 'collect',
        args: [{ tokenId: numberOf(BASE.id), recipient, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 }],
      }),
    ),
  ],
  'hand-over': ({ book, cage, account, numberOf, call }) => [
    call(
      BASE.on(book).positionManager,
      encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [cage, account, numberOf(BASE.id)] }),
    ),
  ],
}
