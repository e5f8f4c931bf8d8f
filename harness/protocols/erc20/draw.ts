import * as fc from 'fast-check'
import { erc20Abi, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'

/** Functions of old tokens beside the standard's. */
const extraAbi = parseAbi(['function increaseAllowance(address spender, uint256 added) returns (bool)'])

const approve: KindDraw = {
  draw: ({ payable, spenders, amountOf }) =>
    fc.constantFrom(...payable).chain((token) =>
      fc.record({
        token: fc.constant(token),
        spender: fc.constantFrom(...spenders),
        amount: amountOf(token),
      }),
    ),
  params: ({ tokenIn, account, units }) => ({
    token: tokenIn,
    spender: account,
    amountBaseUnits: units(tokenIn),
  }),
}

const transfer: KindDraw = {
  often: 2,
  draw: ({ payable, recipients, amountOf }) =>
    fc.constantFrom(...payable).chain((token) =>
      fc.record({
        token: fc.constant(token),
        recipient: fc.constantFrom(...recipients),
        amount: amountOf(token),
      }),
    ),
  params: ({ tokenIn, account, units }) => ({
    token: tokenIn,
    recipient: account,
    amountBaseUnits: units(tokenIn),
  }),
}

/** Payments, approvals and their end. */
export const DRAW: ProtocolDraw = {
  kinds: {
    approve,
    transfer,
    'revoke-allowance': {
      draw: ({ spenders }) =>
        fc.record({ token: fc.constantFrom('USDC', 'WETH'), spender: fc.constantFrom(...spenders) }),
      params: ({ tokenIn, account }) => ({ token: tokenIn, spender: account }),
    },
  },
  exits: ({ spenders }) =>
    fc
      .tuple(fc.constantFrom('USDC', 'WETH'), fc.constantFrom(...spenders))
      .map(([token, spender]) => [
        { to: token, function: 'approve(address,uint256)', args: [spender, `0 ${token}`] },
      ]),
  shapes: {
    transfer: ({ tokenIn, account, amount, call }) => [
      call(tokenIn, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, amount] })),
    ],
    approve: ({ tokenIn, account, amount, call }) => [
      call(tokenIn, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [account, amount] })),
    ],
    'increase-allowance': ({ tokenIn, account, amount, call }) => [
      call(
        tokenIn,
        encodeFunctionData({ abi: extraAbi, functionName: 'increaseAllowance', args: [account, amount] }),
      ),
    ],
    'transfer-from': ({ tokenIn, account, amount, cage, call }) => [
      call(
        tokenIn,
        encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [cage, account, amount] }),
      ),
    ],
  },
}
