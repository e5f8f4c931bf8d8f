import { type Address, erc20Abi, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../../tools/core/encode-function-data.ts'
import { BASE } from '../../../../tools/protocols/aave-v3/base.ts'
import type { ProtocolDraw } from '../../../vocabulary/draw.ts'

const abi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
  'function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
  'function setUserUseReserveAsCollateral(address asset, bool useAsCollateral)',
  'function flashLoanSimple(address receiverAddress, address asset, uint256 amount, bytes params, uint16 referralCode)',
])

/** Calls of the Pool as an attacker makes them. */
export const SHAPES: NonNullable<ProtocolDraw['shapes']> = {
  'lend-supply': ({ book, tokenIn, account, amount, call }) => {
    const { pool } = BASE.on(book)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [pool, amount] })
    return [
      { to: tokenIn, valueWei: 0n, data },
      call(pool, encodeFunctionData({ abi, functionName: 'supply', args: [tokenIn, amount, account, 0] })),
    ]
  },
  'lend-withdraw': ({ book, tokenIn, account, amount, call }) => [
    call(
      BASE.on(book).pool,
      encodeFunctionData({ abi, functionName: 'withdraw', args: [tokenIn, amount, account] }),
    ),
  ],
  'lend-borrow': ({ book, tokenIn, account, amount, call }) => [
    call(
      BASE.on(book).pool,
      encodeFunctionData({
        abi,
        functionName: 'borrow',
        args: [tokenIn, amount, (amount % 2n) + 1n, 0, account],
      }),
    ),
  ],
  'lend-switch': ({ book, tokenIn, wei, call }) => [
    call(
      BASE.on(book).pool,
      encodeFunctionData({
        abi,
        functionName: 'setUserUseReserveAsCollateral',
        args: [tokenIn, (wei / 10n ** 15n) % 2n === 0n],
      }),
    ),
  ],
  'lend-flash': ({ book, cage, tokenIn, amount, call }) => [
    call(
      BASE.on(book).pool,
      encodeFunctionData({
        abi,
        functionName: 'flashLoanSimple',
        args: [cage as Address, tokenIn, amount, '0x', 0],
      }),
    ),
  ],
}
