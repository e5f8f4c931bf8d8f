import { type Address, erc20Abi, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'
import type { AttackScope, Attempt, ProtocolAttack } from '../../vocabulary/attack.ts'

const abi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
  'function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns (uint256)',
  'function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
  'function flashLoanSimple(address receiverAddress, address asset, uint256 amount, bytes params, uint16 referralCode)',
  'function setClaimer(address user, address caller)',
])

const call = (
  to: Address,
  functionName: 'supply' | 'withdraw' | 'borrow' | 'repay',
  args: readonly unknown[],
): Call => ({
  to,
  valueWei: 0n,
  data: encodeFunctionData({ abi, functionName, args } as never),
})

const allow = (scope: AttackScope, asset: Address, amount: bigint): Call => ({
  to: asset,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [BASE.on(scope.book).pool, amount],
  }),
})

const VENUE = { protocol: BASE.id }

/** An act of the cage on an asset, by its bytes and as a model asks for it. */
const ofCage = (
  scope: AttackScope,
  kind: 'supply' | 'withdraw' | 'borrow' | 'repay',
  token: string,
  amount: bigint,
): Attempt => {
  const { pool } = BASE.on(scope.book)
  const [asset, { cage }] = [scope.token(token), scope]
  const args = {
    supply: [asset, amount, cage, 0],
    withdraw: [asset, amount, cage],
    borrow: [asset, amount, 2n, 0, cage],
    repay: [asset, amount, 2n, cage],
  }[kind]
  const pays = kind === 'supply' || kind === 'repay'
  const venue = pays ? VENUE : { ...VENUE, leastHealthFactor: '1' }
  return {
    calls: [...(pays ? [allow(scope, asset, amount)] : []), call(pool, kind, args)],
    request: { kind, params: { token, amountBaseUnits: `${amount}`, venue } },
  }
}

const [COLLATERAL, DEBT] = ['WETH', 'USDC']

/** Supply, and take out or borrow for the attacker; supply for the attacker; let the attacker claim. */
export const ATTACK: ProtocolAttack = {
  lending: {
    collateral: COLLATERAL,
    debt: DEBT,
    supply: (scope, amount) => ofCage(scope, 'supply', COLLATERAL, amount),
    withdraw: (scope, amount) => ofCage(scope, 'withdraw', COLLATERAL, amount),
    borrow: (scope, amount) => ofCage(scope, 'borrow', DEBT, amount),
    repay: (scope, amount) => ofCage(scope, 'repay', DEBT, amount),
  },
  hijack(scope: AttackScope, { route: { tokens }, amount }): readonly Attempt[] {
    const { pool, rewards } = BASE.on(scope.book)
    const [asset] = tokens.map(scope.token) as [Address]
    const approve = allow(scope, asset, amount)
    const supply = (account: Address) => call(pool, 'supply', [asset, amount, account, 0])
    const claimer = encodeFunctionData({
      abi,
      functionName: 'setClaimer',
      args: [scope.cage, scope.attacker],
    })
    const flash = encodeFunctionData({
      abi,
      functionName: 'flashLoanSimple',
      args: [scope.attacker, asset, amount, '0x', 0],
    })
    return [
      { calls: [approve, supply(scope.attacker)] },
      {
        calls: [approve, supply(scope.cage), call(pool, 'withdraw', [asset, amount / 2n, scope.attacker])],
      },
      {
        calls: [
          approve,
          supply(scope.cage),
          call(pool, 'borrow', [asset, amount / 2n, 2n, 0, scope.attacker]),
        ],
      },
      { calls: [{ to: rewards, valueWei: 0n, data: claimer }] },
      { calls: [{ to: pool, valueWei: 0n, data: flash }] },
    ]
  },
}
